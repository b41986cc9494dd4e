import type { RejectionKind } from '@pagecast/api/contract';

/** What a person chooses from. */
export const REJECTION_LABELS: Readonly<Record<RejectionKind, string>> = {
  tone: 'Not our tone',
  words: "Words we don't use",
  facts: 'Facts are wrong',
  repeats: 'Repeats itself',
  time: 'Wrong time',
  topic: 'Not on topic',
  other: 'Something else',
};
