import * as z from 'zod/mini';
import { Done, Instant, RowId } from './common.ts';
import { endpoint, none } from './endpoint.ts';

/** Source: spec section 9. */
export const MIN_INTERVAL_MINUTES = 30;
export const FREQUENCY_HOURS = [1, 3, 6, 12, 24] as const;
export const DEFAULT_FREQUENCY_HOURS = 6;
export const MIN_POSTS_PER_CYCLE = 1;
export const MAX_POSTS_PER_CYCLE = 10;
export const COUNTDOWN_SOON_SECONDS = 300;

export const PageConfiguration = z.object({
  pageId: z.number(),
  pageName: z.string(),
  isEnabled: z.boolean(),
  /** The page is connected. */
  isAvailable: z.boolean(),
  contentCount: z.number(),
  contentScope: z.string(),
});
export type PageConfiguration = z.infer<typeof PageConfiguration>;

export const AutomationSettings = z.object({
  regenerationFrequency: z.number(),
  isEnabled: z.boolean(),
  lastRunAt: z.nullable(Instant),
  status: z.string(),
  pageConfigurations: z.array(PageConfiguration),
});
export type AutomationSettings = z.infer<typeof AutomationSettings>;

export const automationSettings = endpoint({
  method: 'GET', path: '/api/automation/settings-v2', access: 'user', resource: 'automation', touches: [],
  params: none, query: none, body: none, response: AutomationSettings,
});

/** A number of posts that makes no sense becomes 1. Source: spec section 5. */
const ContentCount = z.catch(
  z.pipe(z.pipe(z.unknown(), z.transform(Number)), z.int().check(z.gte(MIN_POSTS_PER_CYCLE), z.lte(MAX_POSTS_PER_CYCLE))),
  MIN_POSTS_PER_CYCLE,
);

export const saveAutomationSettings = endpoint({
  method: 'POST', path: '/api/automation/settings-v2', access: 'user', resource: 'automation', touches: ['automation'],
  params: none, query: none,
  body: z.strictObject({
    regenerationFrequency: z.optional(z.literal(FREQUENCY_HOURS)),
    /** Another name of `regenerationFrequency`. */
    frequency: z.optional(z.literal(FREQUENCY_HOURS)),
    pageConfigurations: z.array(z.strictObject({
      pageId: RowId,
      pageName: z.optional(z.string()),
      isEnabled: z.boolean(),
      isAvailable: z.optional(z.boolean()),
      contentCount: ContentCount,
      contentScope: z.string().check(z.maxLength(4000)),
    })),
  }),
  response: AutomationSettings,
});

export const startAutomation = endpoint({
  method: 'POST', path: '/api/automation/start-v2', access: 'user', resource: 'automation', touches: ['automation', 'posts', 'dashboard'],
  params: none, query: none, body: none, response: AutomationSettings,
});

export const stopAutomation = endpoint({
  method: 'POST', path: '/api/automation/stop-v2', access: 'user', resource: 'automation', touches: ['automation', 'posts', 'dashboard'],
  params: none, query: none, body: none, response: AutomationSettings,
});

export const QueueEntry = z.object({
  id: z.string(),
  pageId: z.number(),
  pageName: z.string(),
  dueAt: Instant,
  state: z.string(),
  content: z.nullable(z.string()),
});
export type QueueEntry = z.infer<typeof QueueEntry>;

export const automationQueue = endpoint({
  method: 'GET', path: '/api/automation/queue', access: 'user', resource: 'automation', touches: [],
  params: none, query: none, body: none, response: z.array(QueueEntry),
});

export const clearAutomationQueue = endpoint({
  method: 'DELETE', path: '/api/automation/queue/clear', access: 'user', resource: 'automation', touches: ['automation', 'posts', 'dashboard'],
  params: none, query: none, body: none, response: Done,
});
