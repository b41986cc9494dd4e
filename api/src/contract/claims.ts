import * as z from 'zod/mini';
import { limited, LongText, RowId } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { PageId } from './ids.ts';

/** What is said in a text that somebody may have to answer for. */
export const CLAIM_KINDS = [
  'number',
  'price',
  'percentage',
  'quantity',
  'date',
  'time',
  'contact',
  'name',
  'superlative',
  'comparison',
  'quotation',
] as const;

/** As many claims as an answer names. */
export const NAMED_CLAIMS = 100;

/** A claim that nothing given to the AI says. Positions are those of UTF-16 units, as of `String.slice`. */
export const UnsourcedClaim = z.object({
  kind: z.enum(CLAIM_KINDS),
  text: z.string(),
  start: z.number(),
  end: z.number(),
});
export type UnsourcedClaim = z.infer<typeof UnsourcedClaim>;

/** A word that the voice of the page avoids. */
export const AvoidedWord = z.object({ text: z.string(), start: z.number(), end: z.number() });
export type AvoidedWord = z.infer<typeof AvoidedWord>;

/** Compares what a text claims with what its writer was given: the brief, and what is known of the page. */
export const checkClaims = endpoint({
  method: 'POST',
  path: '/api/posts/claims',
  access: 'user',
  scope: 'draft',
  isByPage: true,
  resource: 'generation',
  touches: [],
  asksOnly: true,
  isHeavy: true,
  params: none,
  query: none,
  body: z.strictObject({
    content: LongText,
    /** Topic, instructions, a product sheet: all that the AI was told in words. */
    brief: limited(20_000),
    /** The page that it is for: its name, its category and the facts of its voice are known. */
    facebookPageId: z.optional(z.nullable(PageId)),
    /** What it is about: all that it says is known, and a quotation must be in it. */
    sourceId: z.optional(z.nullable(RowId)),
  }),
  response: z.object({
    /** Those without a source in the order of the text, at most `NAMED_CLAIMS`. */
    claims: z.array(UnsourcedClaim),
    unsourced: z.number(),
    sourced: z.number(),
    /** So many characters were looked at, of a text of more words than a post can have; null: all of them. */
    checkedTo: z.nullable(z.number()),
    /** In the order of the text, at most `NAMED_CLAIMS`; of texts for a page. */
    avoided: z.array(AvoidedWord),
  }),
});
