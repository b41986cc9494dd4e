import * as z from 'zod';

/**
 * An id as Facebook gives it: digits, of a post with those of its page before. An answer without one names nothing that
 * was made, so it is no success.
 */
export const GraphId = z.string().regex(/^\d{1,32}(_\d{1,32})?$/);
