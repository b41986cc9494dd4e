import * as z from 'zod/mini';
import { AUTOMATION_MODES, AUTOMATION_TEXT_LENGTH } from './automation.ts';
import { byId, Done, Instant, limited } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { Problem } from './pages.ts';

/**
 * - `planned`: its text is written about an hour before its time
 * - `writing`: the AI is at it
 * - `draft`: its text waits for its owner
 * - `ready`: a scheduled post
 * - `publishing`: on its way out
 */
export const QUEUE_STATES = ['planned', 'writing', 'draft', 'ready', 'publishing'] as const;
export type QueueState = (typeof QUEUE_STATES)[number];

/** Something that automation is going to make or publish. */
export const Slot = z.object({
  id: z.number(),
  pageId: z.number(),
  pageName: z.string(),
  cycleId: z.number(),
  cycleStartAt: Instant,
  /** When it goes out; of a draft: when it would have. */
  dueAt: Instant,
  state: z.enum(QUEUE_STATES),
  mode: z.enum(AUTOMATION_MODES),
  /** One of GENERATOR_CONTENT_TYPES. */
  contentType: z.string(),
  content: z.nullable(z.string()),
  /** Stands for exactly this text: an edit or an approval names it, and is refused when the text is another by now. */
  contentHash: z.nullable(z.string()),
  /** The scheduled post. */
  postId: z.nullable(z.number()),
  /** What it waits for. */
  problem: z.nullable(Problem),
  /** Of a draft: what to look at before it is approved. */
  reason: z.optional(z.nullable(z.object({ code: z.string(), message: z.string() }))),
});
export type Slot = z.infer<typeof Slot>;

/** What comes next, in the order of its time. */
export const automationQueue = endpoint({
  method: 'GET',
  path: '/api/automation/queue',
  access: 'user',
  scope: 'read',
  resource: 'automation',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(Slot),
});

/** Takes away all that waits, scheduled posts of automation too. */
export const clearAutomationQueue = endpoint({
  method: 'DELETE',
  path: '/api/automation/queue/clear',
  access: 'user',
  resource: 'automation',
  touches: ['automation', 'posts', 'dashboard'],
  params: none,
  query: none,
  body: none,
  response: Done,
});

const ContentHash = limited(64, z.regex(/^[0-9a-f]{64}$/, 'Must be the hash of the text that was read'));

/** Changes the text of a draft or of a scheduled post; 409 when it is another text by now. */
export const editSlot = endpoint({
  method: 'PATCH',
  path: '/api/automation/queue/:id',
  access: 'user',
  resource: 'automation',
  touches: ['automation', 'posts', 'dashboard'],
  params: byId,
  query: none,
  body: z.strictObject({
    content: limited(
      AUTOMATION_TEXT_LENGTH,
      z.refine((value) => value.trim() !== '', 'Must not be empty'),
    ),
    contentHash: ContentHash,
  }),
  response: Slot,
});

/** Puts a draft on the schedule, with exactly the text that was read; 409 when it is another by now. */
export const approveSlot = endpoint({
  method: 'POST',
  path: '/api/automation/queue/:id/approve',
  access: 'user',
  resource: 'automation',
  touches: ['automation', 'posts', 'dashboard'],
  params: byId,
  query: none,
  body: z.strictObject({ contentHash: ContentHash }),
  response: Slot,
});

/** Leaves this one out, whatever its state; 409 when it is on its way out already. */
export const skipSlot = endpoint({
  method: 'POST',
  path: '/api/automation/queue/:id/skip',
  access: 'user',
  resource: 'automation',
  touches: ['automation', 'posts', 'dashboard'],
  params: byId,
  query: none,
  body: none,
  response: Done,
});
