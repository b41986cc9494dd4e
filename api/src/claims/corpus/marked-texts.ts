import { readFileSync } from 'node:fs';
import path from 'node:path';

/** Written before there was any rule, and no rule was made by what it missed in them. */
export const HELD_OUT: readonly string[] = [
  'held-out-food.txt',
  'held-out-news.txt',
  'held-out-services.txt',
  'held-out-tech.txt',
];

/** A text with its source, and the parts of it that were marked by hand. */
export interface MarkedText {
  readonly name: string;
  readonly source: string;
  readonly text: string;
  readonly marks: readonly Mark[];
}

export interface Mark {
  readonly kind: 'invented' | 'sourced';
  readonly start: number;
  readonly end: number;
}

/**
 * Reads a file of marked texts: a line with `=` and what is known, then a line with the text. `[...]` is an invention,
 * `{...}` a claim that what is known says, `\n` the end of a line.
 */
export function readMarkedTexts(file: string): MarkedText[] {
  const lines = readFileSync(path.join(import.meta.dirname, file), 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    if (!line.startsWith('= ')) return [];
    const marked = lines[index + 1] ?? '';
    return [{ name: `${file}:${index + 2}`, source: line.slice(2), ...withoutMarks(marked.replaceAll('\\n', '\n')) }];
  });
}

function withoutMarks(marked: string): { text: string; marks: Mark[] } {
  const marks: Mark[] = [];
  let text = '';
  let start = 0;
  for (const char of marked) {
    if (char === '[' || char === '{') start = text.length;
    else if (char === ']') marks.push({ kind: 'invented', start, end: text.length });
    else if (char === '}') marks.push({ kind: 'sourced', start, end: text.length });
    else text += char;
  }
  return { text, marks };
}
