import { InvalidInputError, type Issue } from './errors.ts';

/** No call of ours has more than five levels; what Facebook's SDK tells of a page may have a few of its own. */
const MOST_LEVELS = 20;
/** Fields of one object, or things of one list. */
const MOST_THINGS = 10_000;

const [QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, COMMA] = [
  0x22, 0x5c, 0x7b, 0x7d, 0x5b, 0x5d, 0x2c,
] as const;

/**
 * Keeps from the parser, and from everything behind it, what would cost them far more than its length: deep nesting,
 * which some of them follow by calling themselves, and objects of very many fields. Of these the first fields are left,
 * so that they can be named.
 * It judges nothing else: what is not JSON, the parser says.
 * @throws InvalidInputError for what is nested too deep
 */
export function boundedJson(text: string): { text: string; issues: Issue[] } {
  /** What closes each level, and how many things it has so far. */
  const closers: string[] = [];
  const counts: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfString(text, at);
        break;
      case OPEN_BRACE:
      case OPEN_BRACKET:
        if (closers.length === MOST_LEVELS)
          throw InvalidInputError.of([{ path: '', message: `Must not be nested deeper than ${MOST_LEVELS} levels` }]);
        closers.push(text.charCodeAt(at) === OPEN_BRACE ? '}' : ']');
        counts.push(1);
        break;
      case CLOSE_BRACE:
      case CLOSE_BRACKET:
        closers.pop();
        counts.pop();
        break;
      case COMMA: {
        const count = (counts.pop() ?? 0) + 1;
        if (count > MOST_THINGS) return cutAt(text, at, closers);
        counts.push(count);
      }
    }
  }
  return { text, issues: [] };
}

function cutAt(text: string, at: number, closers: readonly string[]) {
  return {
    text: text.slice(0, at) + closers.toReversed().join(''),
    issues: [
      {
        path: '',
        message: `Must not hold more than ${MOST_THINGS.toLocaleString('en')} fields or list entries in one place`,
      },
    ],
  };
}

/** Where the string that begins at `from` ends; the end of the text when it does not. */
function endOfString(text: string, from: number): number {
  let at = from + 1;
  while (at < text.length && text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}
