import * as z from 'zod/mini';
import { Instant } from './common.ts';

/** How long a note of a robot may be. */
export const ROBOT_NOTE_LENGTH = 500;

/** What became of the smoke journey that a release client ran on a version before anybody got it. */
export const RobotState = z.object({
  /** `pending`: not run to its end yet; `skipped`: left out by its team. */
  outcome: z.enum(['pending', 'passed', 'failed', 'skipped']),
  at: Instant,
  /** The step that failed, or why it was left out. */
  note: z.nullable(z.string()),
});
export type RobotState = z.infer<typeof RobotState>;
