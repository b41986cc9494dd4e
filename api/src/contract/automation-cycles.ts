import * as z from 'zod/mini';
import { Instant } from './common.ts';
import { endpoint, none } from './endpoint.ts';

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
  scope: 'read',
  resource: 'automation',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(AutomationCycle),
});
