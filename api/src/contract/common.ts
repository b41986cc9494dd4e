import * as z from 'zod/mini';

/** The id of one of our own rows: a positive integer, in JSON or in a path. */
export const RowId = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'Must be a positive whole number'))]),
  z.pipe(z.transform(Number), z.int().check(z.positive())),
);

/** An id given out by Facebook. Longer than a number can hold, so it stays text from end to end. */
export const FacebookId = z.string().check(z.regex(/^\d{1,32}$/, 'Must be a Facebook ID: digits only'));

/** An instant on the wire: ISO 8601 with a zone, always UTC in answers. */
export const Instant = z.iso.datetime({ offset: true });

/** Text that says something once the spaces around it are gone. */
export function text(maxLength: number) {
  return z.string().check(z.trim(), z.minLength(1, 'Must not be empty'), z.maxLength(maxLength));
}

/** A number in a query string, from 1 up. */
export const PageNumber = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^[1-9]\d{0,6}$/, 'Must be a positive whole number'))]),
  z.pipe(z.transform(Number), z.int().check(z.positive())),
);

/** One of `values`, whatever its letter case; comes out as listed. */
export function oneOf<const T extends string>(values: readonly T[]) {
  return z.pipe(
    z.string(),
    z.transform((given, context): T => {
      const found = values.find((value) => value.toLowerCase() === given.trim().toLowerCase());
      if (found !== undefined) return found;
      context.issues.push({ code: 'custom', message: `Must be one of: ${values.join(', ')}`, input: given });
      return z.NEVER;
    }),
  );
}

export const byId = z.strictObject({ id: RowId });

/** What a call answers that has nothing else to say. */
export const Done = z.object({ success: z.literal(true) });
export type Done = z.infer<typeof Done>;
export const done: Done = { success: true };

/** The body of every answer that is not a success. Some errors carry more fields; readers ignore what they don't know. */
export const ErrorBody = z.looseObject({
  message: z.string(),
  /** The message again. Of an older API it is missing. */
  error: z.optional(z.string()),
  code: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
});
export type ErrorBody = z.infer<typeof ErrorBody>;

export const ENVIRONMENTS = ['development', 'test', 'production'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];
