import * as z from 'zod';
import { Instant } from '../../contract/common.ts';
import { PageId } from '../../contract/ids.ts';
import { changeProposal, createProposal, PROPOSAL_NOTE_LIMIT, withdrawProposal } from '../../contract/proposals.ts';
import { MEDIA_TYPES } from '../../contract/posts.ts';
import { PLACEMENTS } from '../../contract/stories.ts';
import { joined, said } from '../said.ts';
import { tool } from '../tool.ts';
import { meaningOf, TAKEN_BACK } from './proposal-meanings.ts';
import { idOf, proposalId, proposalShape, ProposalShape } from './proposal-shape.ts';

const SAME_AGAIN = said`Safe and pointless: the same proposal again does not make a second one,
    it tells how this one is doing.`;

const Fields = {
  text: z.string().min(1).describe('The text, exactly as it is to be published.'),
  link: z.string().max(2000).nullable().optional().describe('Stands below the text. https:// or http://'),
  scheduledAt: z.optional(
    Instant.check(z.describe('When it is to go out: a time with its zone, such as 2026-11-24T09:00:00+08:00.')),
  ),
  nextFreeSlot: z
    .literal(true)
    .optional()
    .describe("In place of scheduledAt: the next free slot of the page's weekly plan, as in free_slots."),
  media: z
    .array(
      z.strictObject({
        mediaId: z.int().positive().describe('From list_media or add_image.'),
        altText: z.string().max(1000).nullable().optional(),
      }),
    )
    .max(20)
    .optional()
    .describe('Images in their order, or one video.'),
  mediaType: z.enum(MEDIA_TYPES).optional().describe('What the media is. Left out: images.'),
  note: z
    .string()
    .max(PROPOSAL_NOTE_LIMIT)
    .optional()
    .describe('A word to the person who approves it. It is not published.'),
};
type Given = { [K in keyof typeof Fields]?: z.output<(typeof Fields)[K]> | undefined };

/** As the call takes it: what was left out stays left out. */
function bodyOf({ text, link, scheduledAt, nextFreeSlot, media, mediaType, note }: Given) {
  return {
    ...(text === undefined ? {} : { content: text }),
    ...(link === undefined ? {} : { link }),
    ...(scheduledAt === undefined ? {} : { scheduledAt }),
    ...(nextFreeSlot === undefined ? {} : { nextSlot: {} }),
    ...(media === undefined
      ? {}
      : { media: media.map(({ mediaId, altText }) => ({ id: mediaId, altText: altText ?? null })) }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(note === undefined ? {} : { note }),
  };
}

const WRITING = { readOnlyHint: false, idempotentHint: true, openWorldHint: true } as const;

export const proposeTool = tool({
  name: 'propose_post',
  title: 'Propose a post',
  description:
    'Proposes one post for one page. A person approves it in Pagecast before anything is published, ' +
    'unless they allowed this connection to post without approval. ' +
    'Proposing the same again never makes a second one: when an answer was lost, ' +
    'send exactly the same words again.',
  calls: [createProposal],
  input: z.strictObject({
    pageId: PageId.check(z.describe('From list_pages.')),
    ...Fields,
    text: Fields.text.optional().describe('The text, exactly as it is to be published. A story has none.'),
    placement: z
      .enum(PLACEMENTS)
      .optional()
      .describe('Left out: a post on the page. story: one image or video, no text.'),
  }),
  data: ProposalShape,
  annotations: { ...WRITING, destructiveHint: false },
  async run({ pageId, placement, ...fields }, context) {
    const proposal = await context.call(createProposal, {
      body: {
        facebookPageId: pageId,
        ...bodyOf(fields),
        ...(placement === undefined ? {} : { placement }),
        isAiGenerated: true,
      },
    });
    const { is, notDone, next } = meaningOf(proposal);
    const id = idOf(proposal);
    const beginning = proposal.isRepeat
      ? said`Nothing new: the same was proposed before, as proposal ${id}.`
      : said`Made proposal ${id}.`;
    return {
      done: joined([beginning, is]),
      notDone: proposal.isRepeat ? joined([said`No second proposal was made.`, notDone]) : notDone,
      next,
      repeating: SAME_AGAIN,
      data: { ...proposalShape(proposal, context), isNew: !proposal.isRepeat },
    };
  },
});

export const changeTool = tool({
  name: 'change_proposal',
  title: 'Change a proposal',
  description:
    'Changes a proposal that is not out: one of this connection, or one of another program of the same person that ' +
    'is not approved. Every change ends an approval: it waits for a person again. What is left out stays as it is.',
  calls: [changeProposal],
  input: z.strictObject({
    proposalId,
    contentHash: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'Must be the contentHash of an answer')
      .describe('Of the proposal as you read it: if somebody changed it, nothing is changed.'),
    pageId: z.optional(PageId.check(z.describe('Another page, from list_pages.'))),
    ...Fields,
    text: Fields.text.optional(),
  }),
  data: ProposalShape,
  annotations: { ...WRITING, destructiveHint: true },
  async run({ proposalId: id, contentHash, pageId, ...fields }, context) {
    const proposal = await context.call(changeProposal, {
      params: { id },
      body: { contentHash, ...bodyOf(fields), ...(pageId === undefined ? {} : { facebookPageId: pageId }) },
    });
    const { is, notDone, next } = meaningOf(proposal);
    return {
      done: joined([
        said`Proposal ${idOf(proposal)} is now as data says. An earlier approval does not count for it.`,
        is,
      ]),
      notDone,
      next,
      repeating: said`Safe: the same change again changes nothing more.
          It is refused when contentHash is an older one: then read proposal_status first.`,
      data: proposalShape(proposal, context),
    };
  },
});

export const withdrawTool = tool({
  name: 'withdraw_proposal',
  title: 'Withdraw a proposal',
  description:
    'Takes back a proposal of this connection that is not out. One that a person approved is unscheduled. ' +
    'They are told, and they decide what happens to it. Published posts are not deleted.',
  calls: [withdrawProposal],
  input: z.strictObject({ proposalId }),
  data: ProposalShape,
  annotations: { ...WRITING, destructiveHint: true },
  async run({ proposalId: id }, context) {
    const proposal = await context.call(withdrawProposal, { params: { id } });
    const { is, notDone, next } = proposal.state === 'waiting' ? TAKEN_BACK : meaningOf(proposal);
    return {
      done: joined([said`Proposal ${idOf(proposal)}:`, is]),
      notDone,
      next,
      repeating: said`Safe and pointless: withdrawing it again changes nothing.`,
      data: proposalShape(proposal, context),
    };
  },
});
