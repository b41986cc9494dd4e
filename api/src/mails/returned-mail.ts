/** What a mail that came back says of its address: it is `gone`, it may be back (`full` and the like), or nothing. */
export type ReturnOfMail = 'gone' | 'passing' | 'not-the-address';

/** Nobody there, no such domain, switched off: by RFC 3463 it will be no other tomorrow. */
const GONE = /^5\.(?:0\.0|1\.(?:0|1|2|3|4|6|10)|2\.1|4\.4)$/;
const OF_MAILBOX_OR_WAY = /^[45]\.(?:[01234])\./;
const NOBODY_THERE = [550, 551, 553];

/** The code of RFC 3463 in what a server said. */
function codeIn(text: string): string | null {
  return /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(text)?.[0] ?? null;
}

/** @param isOfAddress said when the address was named, and not after the mail */
export function returnOf(code: number, said: string, isOfAddress: boolean): ReturnOfMail {
  const status = codeIn(said);
  if (status !== null) return returnOfStatus(status);
  if (!isOfAddress) return 'not-the-address';
  return NOBODY_THERE.includes(code) ? 'gone' : 'passing';
}

/** The rest of the codes is about us, our mail or the line. */
export function returnOfStatus(status: string): ReturnOfMail {
  if (GONE.test(status)) return 'gone';
  return OF_MAILBOX_OR_WAY.test(status) ? 'passing' : 'not-the-address';
}
