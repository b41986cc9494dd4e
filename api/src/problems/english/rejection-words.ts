import type { RejectionKind } from '../../contract/rejections.ts';

const BECAUSE: Readonly<Record<RejectionKind, string>> = {
  tone: " because it isn't in the page's tone",
  words: " because it uses words that the page doesn't use",
  facts: ' because its facts are wrong',
  repeats: ' because it repeats what the page has posted',
  time: " because its time doesn't fit",
  topic: " because it isn't on topic",
  other: '',
};

/** The end of a sentence: what was wrong with a post. Empty where nobody has said it. */
export const becauseOfKind = (kind: RejectionKind | null): string => (kind === null ? '' : BECAUSE[kind]);

/** Of a draft that its owner rejected. */
export function rejectedWords({ kind, words }: { kind: RejectionKind; words: string }): string {
  return `You rejected this post${becauseOfKind(kind)}${words === '' ? '.' : `: “${words}”`}`;
}
