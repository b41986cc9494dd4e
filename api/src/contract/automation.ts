import * as z from 'zod/mini';
import { byPage, PageId } from './ids.ts';
import { Instant, limited, list } from './common.ts';
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

export const DISCLOSURE_MAX_LENGTH = 200;
/** What is offered, by language. */
export const DISCLOSURES = {
  English: 'This post was written by AI and published without human review.',
  'Bahasa Melayu': 'Hantaran ini ditulis oleh AI dan diterbitkan tanpa semakan manusia.',
} as const;

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
  /** With `publish`: a text with a claim that has no source still waits for its owner. */
  holdsUnsourced: z.optional(z.boolean()),
  /** Stands below each post that is published without a person having reviewed it; empty: nothing does. */
  disclosure: z.optional(z.string()),
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
          holdsUnsourced: z.optional(z.boolean()),
          disclosure: z.optional(limited(DISCLOSURE_MAX_LENGTH, z.trim(), z.regex(/^[^\n\r]*$/, 'Use one line'))),
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
