import * as z from 'zod/mini';
import { byPage, PageId } from './ids.ts';
import { byId, Done, Instant, limited, list } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { LANGUAGES } from './generation.ts';
import { Problem } from './pages.ts';

/** Source: spec section 9. */
export const FREQUENCY_HOURS = [1, 3, 6, 12, 24] as const;
export const DEFAULT_FREQUENCY_HOURS = 6;
export const MIN_POSTS_PER_CYCLE = 1;
export const MAX_POSTS_PER_CYCLE = 10;
export const COUNTDOWN_SOON_SECONDS = 300;

/** The text of a post is written this long before its time, so that it can be read before it goes out. */
export const WRITTEN_AHEAD_MINUTES = 60;
export const CONTENT_SCOPE_MAX_LENGTH = 4000;
/** A generated text longer than this is never published. */
export const AUTOMATION_TEXT_LENGTH = 5000;
/** A draft that nobody changes or decides on is given up after this. */
export const DRAFT_DAYS = 7;

/** `publish`: straight away. `draft`: each text waits for one click, which is what a page starts with. */
export const AUTOMATION_MODES = ['publish', 'draft'] as const;
export type AutomationMode = (typeof AUTOMATION_MODES)[number];

export const PageConfiguration = z.object({
  /** Our own row id of the page. */
  pageId: z.number(),
  pageName: z.string(),
  isEnabled: z.boolean(),
  /** The page is connected. */
  isAvailable: z.boolean(),
  contentCount: z.number(),
  contentScope: z.string(),
  language: z.enum(LANGUAGES),
  mode: z.enum(AUTOMATION_MODES),
  /** Its owner was told that with `publish` its posts go out unread, and agreed. */
  isUnreadAgreed: z.optional(z.boolean()),
  /** As `intervalMinutes` and `postsThatFit` have them. */
  intervalMinutes: z.number(),
  postsThatFit: z.number(),
  /** Why the page is not available. */
  problem: z.nullable(Problem),
  /** After failures in a row: nothing is made for this page until its owner resumes it. */
  pause: z.nullable(z.object({ reason: z.string(), since: Instant })),
  /**
   * People beside this one who automate the page, or have posts scheduled for it: two queues that do not know of each
   * other.
   */
  othersPublishing: z.optional(z.number()),
});
export type PageConfiguration = z.infer<typeof PageConfiguration>;

/** `held`: switched on, and kept from going on by `problem`. */
export const AUTOMATION_STATUSES = ['inactive', 'active', 'held'] as const;
export type AutomationStatus = (typeof AUTOMATION_STATUSES)[number];

export const AutomationSettings = z.object({
  regenerationFrequency: z.number(),
  isEnabled: z.boolean(),
  /** The start of the last cycle. */
  lastRunAt: z.nullable(Instant),
  /** The start of the next one; null when automation is off. */
  nextRunAt: z.nullable(Instant),
  status: z.enum(AUTOMATION_STATUSES),
  /** What keeps all pages waiting, and what to do about it. */
  problem: z.nullable(Problem),
  /** What the AI has cost this person today, in millionths of a US dollar; a limit of null is none. */
  budget: z.object({ spentMicros: z.number(), limitMicros: z.nullable(z.number()), resetsAt: Instant }),
  /** The server's clock when it answered. */
  now: Instant,
  pageConfigurations: z.array(PageConfiguration),
});
export type AutomationSettings = z.infer<typeof AutomationSettings>;

export const automationSettings = endpoint({
  method: 'GET',
  path: '/api/automation/settings-v2',
  access: 'user',
  resource: 'automation',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: AutomationSettings,
});

/** A number of posts that makes no sense becomes 1. Source: spec section 5. */
const ContentCount = z.catch(
  z.pipe(
    z.pipe(z.union([z.number(), limited(20)]), z.transform(Number)),
    z.int().check(z.gte(MIN_POSTS_PER_CYCLE), z.lte(MAX_POSTS_PER_CYCLE)),
  ),
  MIN_POSTS_PER_CYCLE,
);

/** What an answer tells of a page besides its settings may come back with them, and is not read. */
const ignored = z.optional(z.unknown());

/**
 * What is left out stays as it is, pages too; but a page that is switched on without a word about its `mode` starts as
 * a draft.
 */
export const saveAutomationSettings = endpoint({
  method: 'POST',
  path: '/api/automation/settings-v2',
  access: 'user',
  resource: 'automation',
  touches: ['automation', 'posts', 'dashboard'],
  params: none,
  query: none,
  body: z.strictObject({
    regenerationFrequency: z.optional(z.literal(FREQUENCY_HOURS)),
    /** Another name of `regenerationFrequency`. */
    frequency: z.optional(z.literal(FREQUENCY_HOURS)),
    pageConfigurations: z.optional(
      list(
        z.strictObject({
          pageId: PageId,
          isEnabled: z.boolean(),
          contentCount: ContentCount,
          contentScope: z.optional(limited(CONTENT_SCOPE_MAX_LENGTH)),
          language: z.optional(z.enum(LANGUAGES)),
          mode: z.optional(z.enum(AUTOMATION_MODES)),
          /** False where nobody has been asked yet; left out with `publish`, the caller knows. */
          isUnreadAgreed: z.optional(z.boolean()),
          pageName: ignored,
          isAvailable: ignored,
          intervalMinutes: ignored,
          postsThatFit: ignored,
          problem: ignored,
          pause: ignored,
          othersPublishing: ignored,
        }),
        1000,
      ),
    ),
  }),
  response: AutomationSettings,
});

/** Goes on with the running cycle where there is one, so that clicks make no second one. */
export const startAutomation = endpoint({
  method: 'POST',
  path: '/api/automation/start-v2',
  access: 'user',
  resource: 'automation',
  touches: ['automation', 'posts', 'dashboard'],
  params: none,
  query: none,
  body: none,
  response: AutomationSettings,
});

/** Nothing new is made from now on; posts that are on the schedule stay there until the queue is cleared. */
export const stopAutomation = endpoint({
  method: 'POST',
  path: '/api/automation/stop-v2',
  access: 'user',
  resource: 'automation',
  touches: ['automation', 'posts', 'dashboard'],
  params: none,
  query: none,
  body: none,
  response: AutomationSettings,
});

/** Ends the pause of a page that failed too often. */
export const resumeAutomationPage = endpoint({
  method: 'POST',
  path: '/api/automation/pages/:id/resume',
  access: 'user',
  resource: 'automation',
  touches: ['automation', 'notifications'],
  params: byPage,
  query: none,
  body: none,
  response: AutomationSettings,
});

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
});
export type Slot = z.infer<typeof Slot>;

/** What comes next, in the order of its time. */
export const automationQueue = endpoint({
  method: 'GET',
  path: '/api/automation/queue',
  access: 'user',
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

/** A post that was planned and not made or not published. */
export const SkippedSlot = z.object({
  id: z.number(),
  pageId: z.nullable(z.number()),
  pageName: z.string(),
  dueAt: Instant,
  /** It was tried and failed; else it was left out on purpose. */
  isFailure: z.boolean(),
  reason: z.object({ code: z.string(), message: z.string() }),
});
export type SkippedSlot = z.infer<typeof SkippedSlot>;

export const AutomationCycle = z.object({
  id: z.number(),
  startedAt: Instant,
  /** It began late, after a time in which nothing ran. */
  isCatchUp: z.boolean(),
  /** planned = published + waiting + skipped.length */
  planned: z.number(),
  /** Texts that became posts or drafts. */
  made: z.number(),
  published: z.number(),
  waiting: z.number(),
  skipped: z.array(SkippedSlot),
  /** Millionths of a US dollar; null when no price of its calls is known. */
  costMicros: z.nullable(z.number()),
  calls: z.number(),
  inputTokens: z.number(),
  outputTokens: z.number(),
});
export type AutomationCycle = z.infer<typeof AutomationCycle>;

export const CYCLES_SHOWN = 20;

/** The last cycles, the newest first. */
export const listAutomationCycles = endpoint({
  method: 'GET',
  path: '/api/automation/cycles',
  access: 'user',
  resource: 'automation',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(AutomationCycle),
});
