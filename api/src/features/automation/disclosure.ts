import { FACEBOOK_TEXT_LIMIT } from '../../contract/composing.ts';

const plain = (line: string) => line.normalize('NFKC').replace(/\s+/g, ' ').trim().toLowerCase();

/** The text without that line, which an AI that reads earlier posts may have written itself. */
export function withoutLine(text: string, line: string): string {
  if (line.trim() === '') return text;
  const lines = text.split('\n').filter((one) => plain(one) !== plain(line));
  return lines.join('\n').replaceAll(line, '').trim();
}

/**
 * The text with the line below it, once. null: it would be longer than a post can be.
 * @param line '': none
 */
export function withLine(text: string, line: string): string | null {
  if (line.trim() === '') return text;
  const whole = `${withoutLine(text, line)}\n\n${line.trim()}`;
  return whole.length > FACEBOOK_TEXT_LIMIT ? null : whole;
}
