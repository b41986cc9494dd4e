import { InvalidInputError, PayloadTooLargeError } from '../../http/errors.ts';

/** Of a file that comes within JSON, once decoded. */
export const DATA_URL_LIMIT_BYTES = 10 * 1024 * 1024;

/** The words before the comma; a longer head is none of a browser's. */
const HEAD = /^data:[^,]{0,200};base64,/;
const BASE64 = /^[A-Za-z0-9+/]*$/;
/** A multiple of 4, so that each piece decodes by itself. */
const PIECE_CHARACTERS = 1024 * 1024;

/**
 * The bytes of a data URL, decoded piece by piece. What the URL says about their type is not believed.
 * @throws InvalidInputError when it is no data URL in base64, or holds nothing; PayloadTooLargeError over the limit
 */
export function decodeDataUrl(url: string): Iterable<Uint8Array> {
  const head = HEAD.exec(url.slice(0, 300))?.[0];
  if (head === undefined || (url.length - head.length) % 4 !== 0) throw unreadable();
  const padding = url.endsWith('==') ? 2 : url.endsWith('=') ? 1 : 0;
  const bytes = ((url.length - head.length) / 4) * 3 - padding;
  if (bytes <= 0) throw unreadable();
  if (bytes > DATA_URL_LIMIT_BYTES) throw new PayloadTooLargeError('The file is too large: at most 10 MB.');
  return pieces(url, head.length, url.length - padding);
}

function* pieces(url: string, start: number, end: number): Iterable<Uint8Array> {
  for (let at = start; at < end; at += PIECE_CHARACTERS) {
    const piece = url.slice(at, Math.min(end, at + PIECE_CHARACTERS));
    if (!BASE64.test(piece)) throw unreadable();
    yield Buffer.from(piece, 'base64');
  }
}

function unreadable(): InvalidInputError {
  const message = 'The media file cannot be read. Please select it again.';
  return new InvalidInputError(message, { issues: [{ path: 'mediaData', message }] });
}
