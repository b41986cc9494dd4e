/** As JSON writes what no JSON of the database can hold: the character NUL, and, among others, half of a character. */
const MAY_BE_UNKEPT = /\\u(?:0000|d[89a-f])|\0/i;

/**
 * What another server answered, as far as it can be kept: undefined where it is no JSON. Its words are noted together
 * with what became of a post, which one character of them must not prevent.
 */
export function answerJson(body: string): unknown {
  try {
    return MAY_BE_UNKEPT.test(body) ? JSON.parse(body, (_, part: unknown) => kept(part)) : JSON.parse(body);
  } catch {
    return undefined;
  }
}

function kept(part: unknown): unknown {
  return typeof part === 'string' ? part.replaceAll('\0', '').toWellFormed() : part;
}
