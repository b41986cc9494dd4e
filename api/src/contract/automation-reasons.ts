import * as z from 'zod/mini';
import { PROBLEM_ACTION } from './pages.ts';
import { StoredProblem } from './problems.ts';
import { REJECTION_KINDS } from './rejections.ts';

/** Why the AI gave no text, or none that is of use. */
export const AI_FAILURES = [
  'no-key',
  'bad-key',
  'no-model',
  'quota',
  'busy',
  'bad-setup',
  'too-long',
  'refused',
  'empty',
  'unusable',
  'cut-off',
  'garbled',
  'too-much',
  'broken-off',
  'stopped',
  'slow',
  'down',
] as const;
export type AiFailure = (typeof AI_FAILURES)[number];

const kind = <const Code extends string>(code: Code) => z.object({ code: z.literal(code), params: z.object({}) });

/**
 * Why a slot of automation came to nothing, or waits for its owner, as it is kept: its words are made when it is read
 * (`SkippedSlot.reason`, `Slot.reason`).
 */
export const AutomationReason = z.discriminatedUnion('code', [
  kind('stopped'),
  kind('switched_off'),
  kind('skipped'),
  /** Its owner rejected its text, for this. */
  z.object({ code: z.literal('rejected'), params: z.object({ kind: z.enum(REJECTION_KINDS), words: z.string() }) }),
  kind('cleared'),
  kind('next_cycle'),
  kind('page_paused'),
  kind('no_access'),
  kind('page_removed'),
  kind('not_connected'),
  kind('too_late'),
  kind('too_similar'),
  kind('interrupted'),
  kind('undecided'),
  kind('deleted'),
  kind('taken_off'),
  kind('missed'),
  kind('not_published'),
  kind('empty'),
  z.object({ code: z.literal('too_long'), params: z.object({ maxLength: z.number() }) }),
  kind('declined'),
  kind('unfinished'),
  /** Its text says what nothing given to the AI says: the first few of these claims, and how many there are. */
  z.object({
    code: z.literal('unsourced_claims'),
    params: z.object({ claims: z.array(z.string()), count: z.number() }),
  }),
  /** Its text says words that the voice of the page avoids: the first few of them. */
  z.object({ code: z.literal('avoided_words'), params: z.object({ words: z.array(z.string()) }) }),
  /** The approval rule of its page has let as many through for its day as it may. Told when it is read, never kept. */
  z.object({ code: z.literal('rule_used_up'), params: z.object({ postsPerDay: z.number() }) }),
  /** Its text is not in the language of the page: `found` is another one, or `another language`. */
  z.object({ code: z.literal('wrong_language'), params: z.object({ asked: z.string(), found: z.string() }) }),
  /** The AI's provider would take its text down, for these. */
  z.object({ code: z.literal('objectionable'), params: z.object({ categories: z.array(z.string()) }) }),
  z.object({ code: z.literal('ai'), params: z.object({ failure: z.enum(AI_FAILURES) }) }),
  /** That of its post, of its page, or of automation as a whole. */
  z.object({ code: z.literal('problem'), params: z.object({ problem: StoredProblem }) }),
  /** Worded by a release that knew other codes: its code and its words are all there is. */
  z.object({ code: z.literal('other'), params: z.object({ code: z.string(), message: z.string() }) }),
]);
export type AutomationReason = z.infer<typeof AutomationReason>;

/** What is kept of a page's pause, for its notification. */
export const PausedPage = z.object({
  code: z.literal('page_paused'),
  action: z.literal(PROBLEM_ACTION.resume),
  params: z.object({ reason: z.nullable(AutomationReason) }),
});
export type PausedPage = z.infer<typeof PausedPage>;
