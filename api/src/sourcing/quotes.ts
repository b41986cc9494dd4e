/** So many words in a row are a quotation, and no turn of phrase. */
const QUOTED_WORDS = 8;
/** A shorter one is a name or a word that somebody stresses. */
const LEAST_QUOTE = 4;
const WORD = /[\p{L}\p{N}]+(?:['’.,-][\p{L}\p{N}]+)*/gu;
const QUOTES = /“([^“”\n]{1,2000})”|"([^"\n]{1,2000})"|«([^«»\n]{1,2000})»/g;

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Quotation {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: found, index }) => ({
    text: found.toLowerCase().replaceAll('’', "'"),
    start: index,
    end: index + found.length,
  }));
}

/** The text with what it takes over from its source, word for word, in quotation marks. */
export function withQuotesMarked(text: string, source: string): string {
  const words = wordsOf(text);
  const runs = runsOf(wordsOf(source), QUOTED_WORDS);
  const marked = quotationsIn(text);
  let result = '';
  let done = 0;
  for (const { start, end } of takenOver(text, words, runs)) {
    if (marked.some((quote) => quote.start <= start && end <= quote.end)) continue;
    // Marks within the run would end the new ones.
    const taken = text.slice(start, end).replaceAll(/[“”"]/g, '');
    result += `${text.slice(done, start)}“${taken}”`;
    done = end;
  }
  return result + text.slice(done);
}

/** What a text puts in quotation marks although neither of these says it. */
export function inventedQuotes(text: string, known: readonly string[]): Quotation[] {
  const said = known.map(
    (one) =>
      ` ${wordsOf(one)
        .map((word) => word.text)
        .join(' ')} `,
  );
  return quotationsIn(text).filter((quote) => {
    const words = wordsOf(quote.text).map((word) => word.text);
    return words.length >= LEAST_QUOTE && !said.some((one) => one.includes(` ${words.join(' ')} `));
  });
}

function quotationsIn(text: string): Quotation[] {
  return Array.from(text.matchAll(QUOTES), (found) => ({
    text: found[0],
    start: found.index,
    end: found.index + found[0].length,
  }));
}

function runsOf(words: readonly Word[], length: number): Set<string> {
  const runs = new Set<string>();
  for (let at = 0; at + length <= words.length; at += 1) runs.add(runAt(words, at, length));
  return runs;
}

const runAt = (words: readonly Word[], at: number, length: number) =>
  words
    .slice(at, at + length)
    .map((word) => word.text)
    .join(' ');

/** Stretches of a text that its source has too, each within one line. */
function takenOver(text: string, words: readonly Word[], runs: ReadonlySet<string>): Quotation[] {
  const found: Quotation[] = [];
  for (let at = 0; at + QUOTED_WORDS <= words.length; at += 1) {
    if (!runs.has(runAt(words, at, QUOTED_WORDS))) continue;
    let last = at + QUOTED_WORDS - 1;
    while (last + 1 < words.length && runs.has(runAt(words, last + 2 - QUOTED_WORDS, QUOTED_WORDS))) last += 1;
    const start = words[at]?.start ?? 0;
    const end = words[last]?.end ?? start;
    const stretch = text.slice(start, end);
    if (!stretch.includes('\n') && !stretch.includes('#')) found.push({ text: stretch, start, end });
    at = last;
  }
  return found;
}
