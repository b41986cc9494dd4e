import * as z from 'zod';
import { listPages } from '../../contract/pages.ts';
import { listPagePlans } from '../../contract/slots.ts';
import { Foreign, foreign, foreignOrNull } from '../foreign.ts';
import { said, zoneName } from '../said.ts';
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

export const listPagesTool = tool({
  name: 'list_pages',
  title: 'Pages',
  description:
    'The Facebook pages that this connection may see, ' +
    'with their numbers (pageId) and whether posts can be published to them now. Start here.',
  calls: [listPages, listPagePlans],
  input: z.strictObject({}),
  data: z.object({ pages: z.array(Page) }),
  annotations: READING.annotations,
  async run(_, { call }) {
    const [pages, plans] = await Promise.all([call(listPages), call(listPagePlans)]);
    const planOf = new Map(plans.map((plan) => [plan.facebookPageId, plan]));
    return {
      done: said`Read ${pages.length} pages.`,
      notDone: READING.notDone,
      next:
        pages.length === 0
          ? said`There is no page here. Tell the person to connect one in Pagecast, or to allow it for this connection.`
          : said`Use pageId in the other tools.
              A page with canPublish false publishes nothing until its owner has acted.`,
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
      },
    };
  },
});
