import * as z from 'zod';
import { MEMBER_ROLES, type MemberRole } from '../../contract/page-members.ts';
import { listPages } from '../../contract/pages.ts';
import { listSharedPages, type SharedPage } from '../../contract/shared-pages.ts';
import { listPagePlans } from '../../contract/slots.ts';
import { Foreign } from '../foreign-shape.ts';
import { foreign, foreignOrNull } from '../foreign.ts';
import { joined, said, zoneName } from '../said.ts';
import { READING, tool } from '../tool.ts';
import { problemShape } from './shapes.ts';

const Page = z.object({
  pageId: z.number().describe('What every other tool calls this page.'),
  name: Foreign,
  category: Foreign.nullable(),
  canPublish: z.boolean(),
  problem: z.object({ code: Foreign, explanation: Foreign, whatHelps: z.string() }).nullable(),
  weeklySlots: z.number().describe('Times of the week at which this page likes to post; see free_slots.'),
  slotZone: z.string().describe('The zone of those times.'),
});

const Shared = z.object({
  pageId: z.number().describe('What read_plan, free_slots, check_post and propose_post call this page.'),
  name: Foreign,
  category: Foreign.nullable(),
  owner: Foreign.describe('Whose page it is: posts go out there only by their account.'),
  role: z.string().describe('What the person is on this page: editor or approver.'),
  mayPropose: z.boolean().describe('Whether propose_post is allowed for this page.'),
});

export const listPagesTool = tool({
  name: 'list_pages',
  title: 'Pages',
  description:
    'The Facebook pages that this connection may see, ' +
    'with their numbers (pageId) and whether posts can be published to them now: ' +
    "the person's own in pages, and those of other people in sharedPages. Start here.",
  calls: [listPages, listPagePlans, listSharedPages],
  input: z.strictObject({}),
  data: z.object({
    pages: z.array(Page).describe("The person's own."),
    sharedPages: z.array(Shared).describe("Other people's pages, on which the person has a role."),
  }),
  annotations: READING.annotations,
  async run(_, { call }) {
    const [pages, plans, shared] = await Promise.all([call(listPages), call(listPagePlans), call(listSharedPages)]);
    const planOf = new Map(plans.map((plan) => [plan.facebookPageId, plan]));
    return {
      done: said`Read ${pages.length} pages of the person, and ${shared.length} that others share with them.`,
      notDone: READING.notDone,
      next: joined([
        pages.length + shared.length === 0
          ? said`There is no page here. Tell the person to connect one in Pagecast, or to allow it for this connection.`
          : said`Use pageId in the other tools.`,
        ...(pages.length === 0
          ? []
          : [said`A page with canPublish false publishes nothing until its owner has acted.`]),
        ...(shared.length === 0 ? [] : [ON_SHARED]),
      ]),
      repeating: READING.repeating,
      data: {
        pages: pages.map((page) => ({
          pageId: page.id,
          name: foreign(page.name),
          category: foreignOrNull(page.category),
          canPublish: page.isConnected && page.isActive && page.problem === null,
          problem: page.problem === null ? null : problemShape(page.problem),
          weeklySlots: planOf.get(page.id)?.slots.length ?? 0,
          slotZone: zoneName(planOf.get(page.id)?.zone ?? 'UTC'),
        })),
        sharedPages: shared.map(sharedShape),
      },
    };
  },
});

const PROPOSES: MemberRole = 'editor';
const ON_SHARED = said`For a page of sharedPages, propose_post works only where mayPropose is true, and its owner or an
    approver of the page decides: the person of this connection cannot approve it. read_plan, free_slots and check_post
    know such a page; what is out there, and what failed, only its owner sees.`;

function sharedShape({ id, name, category, owner, role }: SharedPage): z.input<typeof Shared> {
  const roles: readonly string[] = MEMBER_ROLES;
  return {
    pageId: id,
    name: foreign(name),
    category: foreignOrNull(category),
    owner: foreign(owner.name),
    // One that only a later release knows allows nothing here.
    role: roles.includes(role) ? role : 'other',
    mayPropose: role === PROPOSES,
  };
}
