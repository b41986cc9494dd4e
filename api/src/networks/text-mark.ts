import { createHash } from 'node:crypto';

/**
 * What two texts have in common that Facebook shows as the same: it may fold white space and compose letters on the
 * way.
 */
export function textMark(text: string): string {
  const normalised = text
    .normalize('NFC')
    .replace(/\r\n?/g, '\n')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
  return createHash('sha256').update(normalised).digest('base64url');
}
