import { beginningOf } from '../beginning-of.ts';

/** Enough to see what came; the rest helps nobody. */
const KEPT_CHARACTERS = 1000;
/** Longer than what is kept, so that a secret which begins in it is found whole. */
const READ_CHARACTERS = 20_000;

/**
 * Tokens by their form, and fields of any form that hold one: `"access_token":"…"`, `access_token=…`,
 * `{"key":"access_token","value":"…"}`.
 */
const SECRETS = [
  /\bEAA[\w-]{6,}/g,
  /\b\d{5,}\|[\w-]{8,}/g,
  /(?<=\b(?:Bearer|OAuth)\s+)(?!")[^\s"'<&]{8,}/g,
  /(?<=\b(?:access_token|input_token|fb_exchange_token|client_secret|appsecret_proof)\b["']?\s*[:=]\s*["']?)[^\s"'&,}<]+/g,
  /(?<=\b(?:access_token|input_token|fb_exchange_token|client_secret|appsecret_proof)"\s*,\s*"value"\s*:\s*")[^"]+/g,
];

/**
 * What is kept of an answer that is not as it should be: its beginning, with nothing in it that opens anything.
 * @param secrets what the call carried: an answer may quote it
 */
export function excerptOf(body: string, secrets: readonly string[] = []): string {
  let text = body.slice(0, READ_CHARACTERS).replaceAll('\0', '');
  for (const secret of secrets)
    if (secret !== '') text = text.replaceAll(secret, '…').replaceAll(encodeURIComponent(secret), '…');
  for (const form of SECRETS) text = text.replace(form, '…');
  return text.length <= KEPT_CHARACTERS ? text : `${beginningOf(text, KEPT_CHARACTERS)}…`;
}
