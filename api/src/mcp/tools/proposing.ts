import * as z from 'zod';
import { Instant, PageNumber } from '../../contract/common.ts';
import { PageId } from '../../contract/ids.ts';
import {
  changeProposal,
  createProposal,
  listProposals,
  PROPOSAL_NOTE_LIMIT,
  PROPOSALS_PAGE_SIZE,
  readProposal,
  withdrawProposal,
  type Proposal,
  type ProposalState,
} from '../../contract/proposals.ts';
import { PROBLEM_ACTION } from '../../contract/pages.ts';
import { MEDIA_TYPES } from '../../contract/posts.ts';
import { REJECTION_KINDS } from '../../contract/rejections.ts';
import { PLACEMENTS } from '../../contract/stories.ts';
import { Foreign, foreign, foreignOrNull } from '../foreign.ts';
import { joined, said, type Said } from '../said.ts';
import { READING, tool, type ToolContext } from '../tool.ts';
import { EXCERPT, problemShape, Time, WHOLE_TEXT } from './shapes.ts';

const ProposalShape = z.object({
  proposalId: z.string(),
  state: z.string(),
  isNew: z.boolean().describe('false: it was there before this call, which made nothing.'),
  pageId: z.number(),
  pageName: Foreign.nullable(),
  text: Foreign,
  kind: z.string(),
  mediaIds: z.array(z.number()),
  scheduledAt: Time.nullable().describe('null: as soon as it is approved and the page is free.'),
  contentHash: z
    .string()
    .describe('Stands for exactly this text, media, page and minute. An approval is of this alone.'),
  explanation: Foreign,
  waitsBecause: z.array(Foreign),
  similarTo: z
    .object({ kind: z.string(), number: z.number(), at: Time, isSame: z.boolean(), text: Foreign })
    .nullable()
    .describe('Another post or proposal that this may repeat. A person decides whether it does.'),
  decision: z
    .object({
      by: Foreign.nullable(),
      at: Time,
      kind: z.enum(REJECTION_KINDS).nullable().describe('What was wrong with it, where a person rejected it.'),
      reason: Foreign.nullable(),
    })
    .nullable(),
  postId: z.number().nullable(),
  address: Foreign.nullable(),
  publishedAt: Time.nullable(),
  problem: z.object({ code: Foreign, explanation: Foreign, whatHelps: z.string() }).nullable(),
});

function proposalShape(proposal: Proposal, { time }: ToolContext, letters = WHOLE_TEXT): z.input<typeof ProposalShape> {
  const { similar, decision } = proposal;
  return {
    proposalId: idOf(proposal),
    state: proposal.state,
    isNew: false,
    pageId: proposal.facebookPageId,
    pageName: foreignOrNull(proposal.pageName),
    text: foreign(proposal.content, letters),
    kind: proposal.placement === 'story' ? 'story' : proposal.mediaType,
    mediaIds: proposal.media.map(({ id }) => id),
    scheduledAt: proposal.scheduledAt === null ? null : time(proposal.scheduledAt),
    contentHash: /^[0-9a-f]{64}$/.test(proposal.contentHash) ? proposal.contentHash : '',
    explanation: foreign(proposal.message, 1000),
    waitsBecause: proposal.reasons.map(({ message }) => foreign(message, 1000)),
    similarTo:
      similar === null
        ? null
        : {
            kind: similar.kind,
            number: similar.id,
            at: time(similar.at),
            isSame: similar.isSame,
            text: foreign(similar.content, EXCERPT),
          },
    decision:
      decision === null
        ? null
        : {
            by: foreignOrNull(decision.by),
            at: time(decision.at),
            kind: decision.kind ?? null,
            reason: foreignOrNull(decision.reason, 1000),
          },
    postId: proposal.postId,
    address: foreignOrNull(proposal.permalinkUrl),
    publishedAt: proposal.publishedAt === null ? null : time(proposal.publishedAt),
    problem: proposal.problem === null ? null : problemShape(proposal.problem),
  };
}

function idOf({ id }: Proposal): Said {
  return (/^(automation-)?\d{1,15}$/.test(id) ? id : 'unknown') as Said;
}

/** What a state means: what is done, what is not, and what is left to do. */
interface Meaning {
  readonly is: Said;
  readonly notDone: Said;
  readonly next: Said;
}
const ASK_LATER = said`Tell the person that it waits for them in Pagecast, among the posts to approve.
    proposal_status tells later what was decided.`;
const OWNERS_WORD = said`Do not propose it again unless the person asks for that.`;
const BRING_BACK = said`If the person wants it after all, call change_proposal with this proposalId and contentHash:
    proposing the same words again brings nothing back.`;
const MEANINGS: Readonly<Record<ProposalState, Meaning>> = {
  waiting: {
    is: said`It waits for approval by a person.`,
    notDone: said`Nothing has been published and nothing is scheduled. It is not approved, and no tool can approve it.`,
    next: ASK_LATER,
  },
  draft: {
    is: said`It was approved, and then unscheduled by a person.`,
    notDone: said`It is not published and not scheduled.`,
    next: said`Nothing to do: the person decides in Pagecast. ${OWNERS_WORD}`,
  },
  scheduled: {
    is: said`It is approved, and is published automatically at its time.`,
    notDone: said`It is not published yet.`,
    next: said`Nothing to do. proposal_status tells later whether it is out.`,
  },
  publishing: {
    is: said`It is approved, and on its way out right now.`,
    notDone: said`It is not known to be published yet.`,
    next: said`Nothing to do. Ask proposal_status again in a minute.`,
  },
  published: {
    is: said`It is published.`,
    notDone: said`Nothing is left to do.`,
    next: said`Tell the person that it is out.`,
  },
  failed: {
    is: said`It was approved, and could not be published.`,
    notDone: said`It is not published.`,
    next: said`Tell the person why, and what whatHelps says: they decide in Pagecast. ${OWNERS_WORD}`,
  },
  missed: {
    is: said`It was approved, and its time passed before it could go out.`,
    notDone: said`It is not published, and will not be published automatically.`,
    next: said`Tell the person: they publish it or pick another time in Pagecast. ${OWNERS_WORD}`,
  },
  deleted: {
    is: said`It was approved, and its post was deleted by a person.`,
    notDone: said`It does not go out.`,
    next: OWNERS_WORD,
  },
  rejected: {
    is: said`A person rejected it.`,
    notDone: said`It is not published and will not be.`,
    next: said`Tell the person that it was rejected, with the reason in data. ${BRING_BACK}`,
  },
  withdrawn: {
    is: said`It was withdrawn.`,
    notDone: said`It is not published and will not be.`,
    next: BRING_BACK,
  },
  expired: {
    is: said`Nobody decided in time, and it expired.`,
    notDone: said`It is not published and will not be.`,
    next: said`Ask the person whether they still want it. ${BRING_BACK}`,
  },
};
const ASKS_WHETHER_SAME: Meaning = {
  is: said`It looks like another post of this page (similarTo in data), so it waits for a person to say whether it is
      the same.`,
  notDone: MEANINGS.waiting.notDone,
  next: said`Ask the person whether it is the same post. If it is, call withdraw_proposal. If it is another one,
      it waits for them in Pagecast, among the posts to approve. Do not reword it to get around this.`,
};
/** What a person had approved when its own agent withdrew it. */
const TAKEN_BACK: Meaning = {
  is: said`It is unscheduled. A person had approved it. They were told, and they decide what happens to it.`,
  notDone: said`It is not published and not scheduled, and it is not deleted.`,
  next: said`Tell the person why it should not go out. They reject it, or approve it once more, in Pagecast.`,
};
/** A state that only a later release knows. */
const OTHER: Meaning = {
  is: said`See its state in data.`,
  notDone: said`Do not take it for published.`,
  next: said`Tell the person to look at it in Pagecast.`,
};
function meaningOf(proposal: Proposal): Meaning {
  const found = MEANINGS[proposal.state] ?? OTHER;
  if (proposal.state === 'waiting' && proposal.similar !== null) return ASKS_WHETHER_SAME;
  if (proposal.problem?.action !== PROBLEM_ACTION.resolve) return found;
  return {
    is: said`It may be published already: nobody can tell yet.`,
    notDone: said`Do not take it for published, and do not take it for failed.`,
    next: said`Never propose it again: followers could see it twice. Its owner says in Pagecast whether it is out.`,
  };
}

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

const proposalId = z
  .string()
  .max(30)
  .regex(/^(automation-)?[1-9]\d{0,14}$/, 'Must be the ID of a proposal, such as "12"')
  .describe('From propose_post or list_proposals.');

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

export const statusTool = tool({
  name: 'proposal_status',
  title: 'State of a proposal',
  description: 'Whether a proposal waits, was approved, rejected or published, and why it waits or failed.',
  calls: [readProposal],
  input: z.strictObject({ proposalId }),
  data: ProposalShape,
  annotations: READING.annotations,
  async run({ proposalId: id }, context) {
    const proposal = await context.call(readProposal, { params: { id } });
    const { is, notDone, next } = meaningOf(proposal);
    return {
      done: joined([said`Read proposal ${idOf(proposal)}.`, is]),
      notDone,
      next,
      repeating: READING.repeating,
      data: proposalShape(proposal, context),
    };
  },
});

export const listProposalsTool = tool({
  name: 'list_proposals',
  title: 'Proposals',
  description: 'Proposals that wait for a person, or those that were decided on, newest first.',
  calls: [listProposals],
  input: z.strictObject({
    state: z.enum(['waiting', 'decided']).optional().describe('Left out: waiting.'),
    list: z.optional(PageNumber.check(z.describe('Which page of the list. Left out: the first.'))),
  }),
  data: z.object({ proposals: z.array(ProposalShape), total: z.number(), list: z.number(), lists: z.number() }),
  annotations: READING.annotations,
  async run({ state = 'waiting', list }, context) {
    const { proposals, pagination } = await context.call(listProposals, {
      query: { state, limit: PROPOSALS_PAGE_SIZE, ...(list === undefined ? {} : { page: list }) },
    });
    return {
      done: said`Read ${proposals.length} of ${pagination.total} proposals.`,
      notDone: said`Nothing was approved, changed or published.`,
      next: said`What is listed exists already: do not propose it again. Only a person can approve, in Pagecast.`,
      repeating: READING.repeating,
      data: {
        proposals: proposals.map((proposal) => ({ ...proposalShape(proposal, context, EXCERPT) })),
        total: pagination.total,
        list: pagination.page,
        lists: pagination.pages,
      },
    };
  },
});
