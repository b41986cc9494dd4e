import { DATABASE_LIMITS as STRICT } from '../../../api/src/db/limits.ts';

export * from '../../../api/src/db/limits.ts';

/** Connections that wait longer than the product would, and than a process of a test is stopped for. */
export const DATABASE_LIMITS = { ...STRICT, loop: { ...STRICT.loop, silenceMs: 3_600_000 } };
