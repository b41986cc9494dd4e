import { checkClaims } from '../check-claims.ts';
import type { Claim } from '../claim.ts';
import type { Mark, MarkedText } from './marked-texts.ts';

export interface Measured {
  readonly texts: number;
  readonly inventions: number;
  /** Inventions of which something is flagged. */
  readonly found: number;
  readonly sourced: number;
  /** Claims marked as sourced of which something is flagged. */
  readonly sourcedFlagged: number;
  /** Words outside of all marks. */
  readonly neutralWords: number;
  /** Flagged outside of all marks. */
  readonly neutralFlagged: number;
  readonly misses: readonly string[];
  readonly alarms: readonly string[];
}

/** How the checker does on texts that were marked by hand. */
export function measure(texts: readonly MarkedText[]): Measured {
  const all = texts.map(measureOne);
  const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((total, one) => total + of(one), 0);
  return {
    texts: texts.length,
    inventions: sum(({ inventions }) => inventions),
    found: sum(({ inventions, misses }) => inventions - misses.length),
    sourced: sum(({ sourced }) => sourced),
    sourcedFlagged: sum(({ sourcedAlarms }) => sourcedAlarms.length),
    neutralWords: sum(({ neutralWords }) => neutralWords),
    neutralFlagged: sum(({ neutralAlarms }) => neutralAlarms.length),
    misses: all.flatMap(({ misses }) => misses),
    alarms: all.flatMap(({ sourcedAlarms, neutralAlarms }) => [...sourcedAlarms, ...neutralAlarms]),
  };
}

export function summaryOf(of: Measured): string {
  const share = (part: number, whole: number) => `${((100 * part) / whole).toFixed(1)}%`;
  const wrong = of.sourcedFlagged + of.neutralFlagged;
  return (
    `${of.found} of ${of.inventions} inventions found (${share(of.found, of.inventions)}) in ${of.texts} texts, ` +
    `${of.sourcedFlagged} of ${of.sourced} sourced claims flagged (${share(of.sourcedFlagged, of.sourced)}), ` +
    `${of.neutralFlagged} flags on ${of.neutralWords} other words (${share(of.neutralFlagged, of.neutralWords)}), ` +
    `${share(wrong, of.found + wrong)} of all flags are wrong`
  );
}

function measureOne({ name, text, source, marks }: MarkedText) {
  const flagged = checkClaims(text, [{ where: 'source', text: source }]).claims.filter(
    (claim) => claim.source === null,
  );
  const invented = marks.filter(({ kind }) => kind === 'invented');
  const sourced = marks.filter(({ kind }) => kind === 'sourced');
  const say = (of: { start: number; end: number }) => `${name} ${text.slice(of.start, of.end)}`;
  const isTouched = (mark: Mark) => flagged.some((claim) => overlap(claim, mark));
  const isNeutral = (claim: Claim) => !marks.some((mark) => overlap(claim, mark));
  // A claim that reaches into an invention as well is one that should be flagged.
  const onlySourced = (mark: Mark) =>
    flagged.some((claim) => overlap(claim, mark) && !invented.some((other) => overlap(claim, other)));
  return {
    inventions: invented.length,
    misses: invented.filter((mark) => !isTouched(mark)).map(say),
    sourced: sourced.length,
    sourcedAlarms: sourced.filter(onlySourced).map((mark) => `${say(mark)} (sourced)`),
    neutralWords: wordCount(outside(text, marks)),
    neutralAlarms: flagged.filter(isNeutral).map((claim) => `${say(claim)} (${claim.kind})`),
  };
}

function overlap(a: { start: number; end: number }, b: { start: number; end: number }): boolean {
  return a.start < b.end && b.start < a.end;
}

function outside(text: string, marks: readonly Mark[]): string {
  let at = 0;
  const parts = marks.map(({ start, end }) => {
    const part = text.slice(at, start);
    at = end;
    return part;
  });
  return [...parts, text.slice(at)].join(' ');
}

function wordCount(text: string): number {
  return text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
}
