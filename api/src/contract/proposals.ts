import * as z from 'zod/mini';
import { Instant, limited, list, PageLimit, PageNumber } from './common.ts';
import { FACEBOOK_TEXT_LIMIT } from './composing.ts';
import { endpoint, none } from './endpoint.ts';
import { PageId } from './ids.ts';
import { MediaFile, PostedMedia } from './media.ts';
import { Problem } from './pages.ts';
import { MEDIA_TYPES, MOST_FILES, NextSlot, TextFields } from './posts.ts';
import { REJECTION_KINDS } from './rejections.ts';
import { PLACEMENTS } from './stories.ts';

/**
 * - `waiting`: for a person
 * - `scheduled`, `publishing`, `published`, `failed`, `missed`: approved, and how its post is
 * - `draft`: approved, and taken off the schedule by a person
 * - `deleted`: approved, and its post deleted
 * - `rejected`, `withdrawn`, `expired`: nothing comes of it
 */
export const PROPOSAL_STATES = [
  'waiting',
  'draft',
  'scheduled',
  'publishing',
  'published',
  'failed',
  'missed',
  'deleted',
  'rejected',
  'withdrawn',
  'expired',
] as const;
export type ProposalState = (typeof PROPOSAL_STATES)[number];

/** Proposals of one page of the list. */
export const PROPOSALS_PAGE_SIZE = 20;
/** What waits at once: of one token, of one person, and of one person on the pages of somebody else. */
export const MAX_WAITING_OF_TOKEN = 100;
export const MAX_WAITING_OF_MEMBER = 50;
export const MAX_WAITING = 300;
/** So often one proposal is changed. */
export const MAX_PROPOSAL_VERSIONS = 50;
export const PROPOSAL_NOTE_LIMIT = 1000;

/** A proposal's number, or `automation-` and the number of a draft of automation. */
const ProposalId = limited(30, z.regex(/^(automation-)?[1-9]\d{0,14}$/, 'Must be the ID of a proposal'));
const byProposal = z.strictObject({ id: ProposalId });
const ContentHash = limited(64, z.regex(/^[0-9a-f]{64}$/, 'Must be the hash of what was read'));

/** What a proposal may be like. */
const Similar = z.object({
  kind: z.enum(['post', 'proposal']),
  id: z.number(),
  content: z.string(),
  /** When that one was published, goes out or was proposed. */
  at: Instant,
  /** Word for word, but for spaces, letter case and what nobody sees. */
  isSame: z.boolean(),
});

/** What a proposal was before its last change. */
const Former = z.object({
  content: z.string(),
  scheduledAt: z.nullable(Instant),
  pageName: z.nullable(z.string()),
  mediaCount: z.number(),
  hasOtherMedia: z.boolean(),
});

/**
 * A post that an agent would like to publish, or a draft of automation: nothing of it is published before a person
 * approves it, or the token that proposed it may do so by itself.
 */
export const Proposal = z.object({
  id: z.string(),
  source: z.enum(['agent', 'automation']),
  state: z.enum(PROPOSAL_STATES),
  /** What is done, what is not, and what to do next. */
  message: z.string(),
  /** What was asked for is this one, which was there already: nothing new was made. */
  isRepeat: z.boolean(),
  facebookPageId: z.number(),
  pageName: z.nullable(z.string()),
  content: z.string(),
  contentType: z.string(),
  mediaType: z.enum(MEDIA_TYPES),
  placement: z.enum(PLACEMENTS),
  media: z.array(MediaFile),
  /** null: as soon as it is approved and the page is free. */
  scheduledAt: z.nullable(Instant),
  /** Stands for exactly this text, these files, this page and this minute: an approval names it. */
  contentHash: z.string(),
  /** What the agent says about it: shown to the person, and published nowhere. */
  note: z.nullable(z.string()),
  proposedBy: z.object({
    name: z.nullable(z.string()),
    /** What the token, or the assistant that has it, calls itself; null for a person. */
    tokenName: z.nullable(z.string()),
  }),
  proposedAt: Instant,
  updatedAt: Instant,
  /** Why it waits. */
  reasons: z.array(z.object({ code: z.string(), message: z.string() })),
  similar: z.nullable(Similar),
  former: z.nullable(Former),
  decision: z.nullable(
    z.object({
      /** null: accepted by what its token may do by itself. */
      by: z.nullable(z.string()),
      at: Instant,
      reason: z.nullable(z.string()),
      /** What was wrong with a rejected one; null where nobody has said it. */
      kind: z.optional(z.nullable(z.enum(REJECTION_KINDS))),
    }),
  ),
  /** Who shares the page with the reader; null: it is their own. */
  pageOwner: z.optional(z.nullable(z.string())),
  /** What the reader may do with it at this moment. */
  may: z.optional(z.object({ decide: z.boolean(), change: z.boolean() })),
  postId: z.nullable(z.number()),
  permalinkUrl: z.nullable(z.string()),
  publishedAt: z.nullable(Instant),
  problem: z.nullable(Problem),
});
export type Proposal = z.infer<typeof Proposal>;

const Fields = {
  content: z.optional(limited(FACEBOOK_TEXT_LIMIT)),
  /** Stands below the text, unless the text has it already. */
  link: z.optional(
    z.nullable(
      limited(
        2000,
        z.trim(),
        z.regex(/^https?:\/\/[^\s/]\S*$/i, 'Must be an address that begins with http:// or https://'),
      ),
    ),
  ),
  contentType: TextFields.shape.contentType,
  media: z.optional(z.nullable(list(PostedMedia, MOST_FILES))),
  mediaType: z.optional(z.nullable(z.enum(MEDIA_TYPES))),
  scheduledAt: z.optional(z.nullable(Instant)),
  nextSlot: z.optional(NextSlot),
  note: z.optional(z.nullable(limited(PROPOSAL_NOTE_LIMIT))),
};

/**
 * What waits for a person, the next first: proposals of agents and drafts of automation. `decided`: the newest first.
 */
export const listProposals = endpoint({
  method: 'GET',
  path: '/api/proposals',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'automation',
  touches: [],
  isHeavy: true,
  params: none,
  query: z.strictObject({
    state: z.optional(z.enum(['waiting', 'decided'])),
    page: z.optional(PageNumber),
    limit: z.optional(PageLimit),
  }),
  body: none,
  response: z.object({
    proposals: z.array(Proposal),
    pagination: z.object({ page: z.number(), limit: z.number(), total: z.number(), pages: z.number() }),
  }),
});

export const readProposal = endpoint({
  method: 'GET',
  path: '/api/proposals/:id',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'automation',
  touches: [],
  params: byProposal,
  query: none,
  body: none,
  response: Proposal,
});

/**
 * Proposes a post. The same again, by whatever call or token and however often, answers what became of the first
 * (`isRepeat`); what is only nearly the same waits for a person. Nobody needs a key for that.
 */
export const createProposal = endpoint({
  method: 'POST',
  path: '/api/proposals',
  access: 'user',
  scope: 'draft',
  isByPage: true,
  resource: 'automation',
  touches: ['automation', 'posts', 'dashboard', 'notifications'],
  params: none,
  query: none,
  body: z.strictObject({
    facebookPageId: PageId,
    ...Fields,
    isAiGenerated: z.optional(z.boolean()),
    placement: z.optional(z.enum(PLACEMENTS)),
  }),
  response: Proposal,
  success: 201,
});

/**
 * Changes what is proposed, and ends every approval of it: what was on the schedule comes off, and waits again. What is
 * on its way or out is not changed: 409. A token changes what it proposed itself, and what another token of its person
 * proposed while nothing of it is planned, else 403; 409 where a person has edited or unscheduled the post since.
 */
export const changeProposal = endpoint({
  method: 'PATCH',
  path: '/api/proposals/:id',
  access: 'user',
  scope: 'draft',
  isByPage: true,
  resource: 'automation',
  touches: ['automation', 'posts', 'dashboard', 'notifications'],
  params: byProposal,
  query: none,
  body: z.strictObject({
    ...Fields,
    facebookPageId: z.optional(PageId),
    /** Of what was read; 409 when it is another by now. */
    contentHash: z.optional(ContentHash),
  }),
  response: Proposal,
});

/**
 * Takes a proposal back. What is on the schedule already comes off it. A token does so with what it proposed itself,
 * else 403. What somebody approved waits again for those who decide, who are told, unless it is one of them who takes
 * it back.
 */
export const withdrawProposal = endpoint({
  method: 'POST',
  path: '/api/proposals/:id/withdraw',
  access: 'user',
  scope: 'draft',
  isByPage: true,
  resource: 'automation',
  touches: ['automation', 'posts', 'dashboard', 'notifications'],
  params: byProposal,
  query: none,
  body: none,
  response: Proposal,
});

/** Approves exactly what was read: 409, with what has changed in `changed`, when it is another by now. For people. */
export const approveProposal = endpoint({
  method: 'POST',
  path: '/api/proposals/:id/approve',
  access: 'user',
  resource: 'automation',
  touches: ['automation', 'posts', 'dashboard', 'notifications'],
  params: byProposal,
  query: none,
  body: z.strictObject({ contentHash: ContentHash }),
  response: Proposal,
});

/**
 * Rejects exactly what was read: 409, with what has changed in `changed`, when it is another by now. For people. Kind
 * and reason are what the agent is told, and the AI of the page's next texts.
 */
export const rejectProposal = endpoint({
  method: 'POST',
  path: '/api/proposals/:id/reject',
  access: 'user',
  resource: 'automation',
  touches: ['automation', 'posts', 'dashboard', 'notifications'],
  params: byProposal,
  query: none,
  body: z.strictObject({
    kind: z.optional(z.nullable(z.enum(REJECTION_KINDS))),
    reason: z.optional(z.nullable(limited(PROPOSAL_NOTE_LIMIT, z.trim()))),
    /** Of what was read. Without it, whatever is proposed by now is rejected. */
    contentHash: z.optional(ContentHash),
  }),
  response: Proposal,
});
