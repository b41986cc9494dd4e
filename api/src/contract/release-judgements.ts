import * as z from 'zod/mini';

/**
 * What a person may meet in a version, each a yes or no of that person however often it happens to them: files that did
 * not come, a screen that broke or stopped answering, an error after it was there, a call that failed, and waits of
 * over half a second or over a fifth of one after they pressed something. Rows keep their places in this list: it only
 * grows at its end.
 */
export const JUDGED_METRICS = ['load', 'broken', 'error', 'call', 'freeze', 'slow'] as const;
export type JudgedMetric = (typeof JUDGED_METRICS)[number];

/** Why Pagecast took a version back: so many of its people met this, and so many of those with the version before. */
export const WorseVersion = z.object({
  version: z.string(),
  /** Null for an area that nobody had before. */
  baseVersion: z.nullable(z.string()),
  metric: z.enum(JUDGED_METRICS),
  met: z.number(),
  people: z.number(),
  baseMet: z.number(),
  basePeople: z.number(),
});
export type WorseVersion = z.infer<typeof WorseVersion>;

/** What can be said so far of a version that a part of all people has. `message` is for people. */
export const ShareVerdict = z.object({
  kind: z.enum(['too-few', 'no-worse', 'worse']),
  people: z.number(),
  basePeople: z.number(),
  message: z.string(),
});
export type ShareVerdict = z.infer<typeof ShareVerdict>;
