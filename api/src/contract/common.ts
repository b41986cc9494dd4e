import * as z from 'zod/mini';

type Check = Parameters<z.ZodMiniString['check']>[number];

/**
 * A text of at most `maxLength` characters that passes `checks`. What is longer is refused before any of them looks at
 * it.
 * Every text and every list that comes in ends somewhere: `limits.test.ts` walks all calls for those that do not.
 */
export function limited(maxLength: number, ...checks: Check[]) {
  return z.string().check(z.maxLength(maxLength, { abort: true }), ...checks);
}

/** Text that says something once the spaces around it are gone. */
export function text(maxLength: number) {
  return limited(maxLength, z.trim(), z.minLength(1, 'Must not be empty'));
}

/** A text of a certain shape; one that is too long for it is told the same. */
function shaped(maxLength: number, pattern: RegExp, error: string) {
  return z.string().check(z.maxLength(maxLength, { abort: true, error }), z.regex(pattern, error));
}

/** A list of at most `maxLength` things. A longer one is refused before its first is looked at. */
export function list<T extends z.ZodMiniType>(element: T, maxLength: number) {
  return z.pipe(
    z.custom<z.input<T>[]>(
      (given) => !Array.isArray(given) || given.length <= maxLength,
      // Made when it is said: each takes a tenth of a millisecond of every start.
      { error: () => `Must have at most ${maxLength.toLocaleString('en')} entries` },
    ),
    z.array(element).check(z.maxLength(maxLength)),
  );
}

/** Fields that others may know more of than we do: an object with those of `shape`, and `MAX_OTHER_FIELDS` more. */
export function open<S extends z.core.$ZodLooseShape>(shape: S) {
  const most = Object.keys(shape).length + MAX_OTHER_FIELDS;
  return z.pipe(
    z.custom<z.input<z.ZodMiniObject<S, z.core.$loose>>>(
      (given) => typeof given !== 'object' || given === null || Object.keys(given).length <= most,
      `Must have at most ${most} fields`,
    ),
    z.looseObject(shape),
  );
}
const MAX_OTHER_FIELDS = 50;

const WHOLE = 'Must be a positive whole number';
/** As large as the widest whole number of most tables. */
export const MAX_COUNT = 2 ** 31 - 1;

/** How many of something, from 0 up. */
export const Count = z.int().check(z.nonnegative(), z.lte(MAX_COUNT));

/** The id of one of our own rows: a positive integer, in JSON or in a path. */
export const RowId = z.pipe(
  z.union([z.number(), shaped(15, /^[1-9]\d{0,14}$/, WHOLE)]),
  z.pipe(z.transform(Number), z.int().check(z.positive())),
);

/** An id given out by Facebook. Longer than a number can hold, so it stays text from end to end. */
export const FacebookId = shaped(32, /^\d{1,32}$/, 'Must be a Facebook ID: digits only');

/** A Facebook ID, or what stands in our lists for that of somebody who has deleted their account. */
export const ListedId = shaped(40, /^(\d{1,32}|deleted-[0-9a-f]{32})$/, 'Must be a Facebook ID: digits only');

/** A key that a browser made. */
export const Uuid = limited(36, z.uuid());

/**
 * An instant on the wire: ISO 8601 with a zone, always UTC in answers. An offset must not take it out of the years of
 * four digits.
 */
export const Instant = limited(
  40,
  z.iso.datetime({ offset: true, abort: true }),
  z.refine((given) => isoLength(given) === ISO_LENGTH, 'Must be between the years 0 and 9999'),
);
const ISO_LENGTH = '2026-11-22T00:00:00.000Z'.length;
function isoLength(given: string): number {
  // As we write them ourselves, thousands in an answer: that is one, by its shape alone.
  if (given.length === ISO_LENGTH && given.endsWith('Z')) return ISO_LENGTH;
  const at = new Date(given);
  return Number.isNaN(at.getTime()) ? 0 : at.toISOString().length;
}

/** A calendar day, such as 2026-11-22. */
export const Day = limited(10, z.iso.date());

/** What people, pages and places are called. */
export const Name = text(500);
/** A line that somebody wrote to remember something by. */
export const Note = limited(500);
/** A key or a token of another service. */
export const Secret = text(5000);
/** An address that somebody typed or pasted. */
export const WebAddress = limited(2000, z.trim());
/** Room for any text that people publish: three times what Facebook takes. */
export const LongText = limited(200_000);

export const SEARCH_WORDS = 10;
/** What somebody looks for: few words, since each of them is looked for in every text. */
export const SearchText = limited(
  200,
  z.trim(),
  z.refine(
    (given) => given.split(/\s+/, SEARCH_WORDS + 1).length <= SEARCH_WORDS,
    `Search for at most ${SEARCH_WORDS} words`,
  ),
);

/** A number in a query string, from 1 up. */
export const PageNumber = z.pipe(
  z.union([z.number(), shaped(7, /^[1-9]\d{0,6}$/, WHOLE)]),
  z.pipe(z.transform(Number), z.int().check(z.positive(), z.lte(9_999_999))),
);

/** How many things a page of a list holds. */
export const PageLimit = z.pipe(PageNumber, z.number().check(z.lte(100)));

/** One of `values`, whatever its letter case; comes out as listed. */
export function oneOf<const T extends string>(values: readonly T[]) {
  return z.pipe(
    limited(100),
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

/**
 * The body of every answer that is not a success. Some errors carry more fields; readers ignore what they don't know.
 */
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
