import * as z from 'zod';

/** What runs the loop for a process that serves people is told so by this word behind the program's name. */
export const LOOP_ROLE = 'loop';

/** What the process that serves asks the one of the loop. */
export const Asked = z.object({
  id: z.number(),
  ask: z.union([
    z.object({ kind: z.literal('metrics') }),
    z.object({ kind: z.literal('publish-now'), postId: z.number(), waitMs: z.number() }),
  ]),
});
export type Question = z.output<typeof Asked>['ask'];

/** What the process of the loop tells: how it is, by itself, and what it was asked. */
export const Told = z.union([
  z.object({ sinceTick: z.number().nullable() }),
  z.object({ id: z.number(), answer: z.unknown() }),
  z.object({ id: z.number(), failed: z.string() }),
]);
