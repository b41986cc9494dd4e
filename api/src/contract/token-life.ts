import * as z from 'zod/mini';
import { Instant } from './common.ts';

/** How long any token lives, as its list shows it. */
export const TOKEN_LIFE = {
  /** null: it never ends by itself. */
  expiresAt: z.nullable(Instant),
  isExpired: z.boolean(),
  /** To the minute; null: never. */
  lastUsedAt: z.nullable(Instant),
  createdAt: Instant,
};
