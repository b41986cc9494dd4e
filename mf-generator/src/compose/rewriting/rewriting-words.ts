import type { AiCost, Rewriting } from '@pagecast/api/contract';
import { formatCost } from '@pagecast/shell/kit';

/** What each press does, and what came of it. */
export const REWRITING_LABELS: Readonly<Record<Exclude<Rewriting, 'retone'>, string>> = {
  shorten: 'Shorten',
  lengthen: 'Lengthen',
  spelling: 'Fix spelling',
  'to-english': 'To English',
  'to-malay': 'To Bahasa Melayu',
};

const WORD = /[\p{L}\p{N}]+(?:['’.-][\p{L}\p{N}]+)*/gu;

/** '1 word', '1,204 words'. */
export function wordsOf(text: string): string {
  const count = text.match(WORD)?.length ?? 0;
  return `${count.toLocaleString('en')} ${count === 1 ? 'word' : 'words'}`;
}

/** 'about $0.0004, at most $0.0062.' */
export function costBefore({ usualMicros, mostMicros }: AiCost): string {
  if (usualMicros === null) return 'unknown, because this model has no list price.';
  return `about ${formatCost(usualMicros)}, at most ${formatCost(mostMicros)}.`;
}

export function costAfter(micros: number | null): string {
  return micros === null ? 'Its price is unknown.' : `It cost ${formatCost(micros)}.`;
}

const QUOTED = 60;

/** The beginning of a part, to be known by. */
export function quoted(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  const letters = Array.from(line);
  return `“${letters.length > QUOTED ? `${letters.slice(0, QUOTED).join('')}…` : line}”`;
}
