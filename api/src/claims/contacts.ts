import { claimOf, isSign, type Figure } from './reading.ts';
import type { Token } from './tokens.ts';

/** So many digits in one row are a number that one calls. */
const PHONE_DIGITS = 8;
const LONGEST_PHONE = 12;
/** In tokens: what is longer without a space is no address, and looking further from each would take for ever. */
const LONGEST_CHUNK = 60;
const DOMAINS: ReadonlySet<string> = new Set([
  'com',
  'my',
  'net',
  'org',
  'io',
  'co',
  'me',
  'gov',
  'edu',
  'shop',
  'store',
]);

/** A phone number, an address on the web, or an account. */
export function readContact(tokens: readonly Token[], from: number): Figure | null {
  return readPhone(tokens, from) ?? readAddress(tokens, from);
}

function readPhone(tokens: readonly Token[], from: number): Figure | null {
  let next = isSign(tokens[from], '+') ? from + 1 : from;
  const isMarked = next > from || /^(0\d|1$)/.test(tokens[next]?.text ?? '');
  if (!isMarked) return null;
  let digits = '';
  for (; next < tokens.length && digits.length < LONGEST_PHONE; next += 1) {
    const token = tokens[next];
    if (token?.kind === 'digits' && /^\d+$/.test(token.text) && !token.isOnNewLine) digits += token.text;
    else if (!isSign(token, '-', '(', ')') || tokens[next + 1]?.kind !== 'digits') break;
  }
  if (digits.length < PHONE_DIGITS) return null;
  return { claims: [claimOf('contact', tokens, from, next, [`contact:${digits.slice(-PHONE_DIGITS)}`])], next };
}

function readAddress(tokens: readonly Token[], from: number): Figure | null {
  const isStart = tokens[from]?.isGlued === false && (tokens[from].kind === 'word' || tokens[from].text === '@');
  if (!isStart || tokens[from + 1]?.isGlued !== true) return null;
  const next = chunkEnd(tokens, from);
  const text = tokens.slice(from, next).map(({ lower }) => lower);
  const isAccount = text[0] === '@' && text.length > 1;
  const isWeb = text.some((part, index) => part === '.' && DOMAINS.has(text[index + 1] ?? '')) && text.length >= 3;
  if (!isAccount && !isWeb) return null;
  const address = text
    .join('')
    .replace(/^https?:\/\/|[.!?,]$/g, '')
    .replace(/^www\./, '');
  return { claims: [claimOf('contact', tokens, from, next, [`contact:${address}`])], next };
}

/** The end of what stands here without a space, or of as much of it as an address has. */
export function chunkEnd(tokens: readonly Token[], from: number): number {
  let next = from + 1;
  while (tokens[next]?.isGlued === true && next - from < LONGEST_CHUNK) next += 1;
  return next;
}
