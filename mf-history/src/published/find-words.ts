export interface TextPart {
  readonly text: string;
  readonly isFound: boolean;
}

/** Words further in than this would lie below the lines that a row shows. */
const SHOWN_ANYWAY = 160;
/** Letters before the first word found, where the text starts later. */
const LEAD = 60;

/** A text cut into what was looked for and what stands between; a long one starts shortly before the first of it. */
export function findWords(content: string, search: string): TextPart[] {
  const words = search.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return [{ text: content, isFound: false }];
  const pattern = new RegExp(
    words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)).join('|'),
    'giu',
  );

  const first = content.search(pattern);
  const start =
    first > SHOWN_ANYWAY ? first - LEAD + Math.max(0, content.slice(first - LEAD, first).search(/\s\S/) + 1) : 0;
  const shown = `${start > 0 ? '… ' : ''}${content.slice(start)}`;

  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: text, index } of shown.matchAll(pattern)) {
    if (index > end) parts.push({ text: shown.slice(end, index), isFound: false });
    parts.push({ text, isFound: true });
    end = index + text.length;
  }
  if (end < shown.length) parts.push({ text: shown.slice(end), isFound: false });
  return parts;
}
