/** Modules of the engine that a process under test can run with another in its place. */
export const SWAPS = {
  /** The usual worker: claims, sends, and sends again when it heard of no success. */
  'lease-and-retry': { replaces: '/features/loop/publisher.ts', by: './lease-and-retry.ts' },
  /** Nobody looks at the clock before the visible call. */
  'no-guard': { replaces: '/features/loop/lease-guard.ts', by: './no-guard.ts' },
  /** Nobody asks whether the database has lost what it knew. */
  'no-history': { replaces: '/features/publishing/gaps.sql.ts', by: './no-history.ts' },
  /** A program's sheet knows nothing of what is there. */
  'no-known-rows': { replaces: '/features/sheets/known-already.ts', by: './no-known-rows.ts' },
  /**
   * No connection is given up while its process is stopped: on waking it may, or may not, do that before it reads the
   * answer.
   */
  'patient-lines': { replaces: '/db/limits.ts', by: './patient-lines.ts' },
  /** The engine as it is with shorter waits, for runs that have no minutes. */
  'short-timing': { replaces: '/features/publishing/timing.ts', by: './short-timing.ts' },
  /** As short, but where a process that goes on has to get a call out before it gives it up, on a busy machine. */
  'patient-sends': { replaces: '/features/publishing/timing.ts', by: './patient-sends.ts' },
} as const;
export type Swap = keyof typeof SWAPS;
