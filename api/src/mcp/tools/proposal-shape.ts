import * as z from 'zod';
import type { Proposal } from '../../contract/proposals.ts';
import { REJECTION_KINDS } from '../../contract/rejections.ts';
import { Foreign } from '../foreign-shape.ts';
import { foreign, foreignOrNull } from '../foreign.ts';
import type { Said } from '../said.ts';
import type { ToolContext } from '../tool.ts';
import { EXCERPT, problemShape, Time, WHOLE_TEXT } from './shapes.ts';

export const ProposalShape = z.object({
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

/** A proposal as tools answer it. @param letters of its text */
export function proposalShape(
  proposal: Proposal,
  { time }: ToolContext,
  letters = WHOLE_TEXT,
): z.input<typeof ProposalShape> {
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

/** Safe to be said in words of our own. */
export function idOf({ id }: Proposal): Said {
  return (/^(automation-)?\d{1,15}$/.test(id) ? id : 'unknown') as Said;
}

/** As assistants give it. */
export const proposalId = z
  .string()
  .max(30)
  .regex(/^(automation-)?[1-9]\d{0,14}$/, 'Must be the ID of a proposal, such as "12"')
  .describe('From propose_post or list_proposals.');
