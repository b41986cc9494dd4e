import { DATABASE_LIMITS as STRICT } from '../../../api/src/db/limits.ts';

export * from '../../../api/src/db/limits.ts';

/** Connections that wait for the answer of a process that was stopped for longer than the product would. */
export const DATABASE_LIMITS = { ...STRICT, loop: { ...STRICT.loop, silenceMs: 120_000 } };
