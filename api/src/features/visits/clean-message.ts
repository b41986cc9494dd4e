/** What stands in the place of what is left out. */
const LEFT_OUT = '…';
/** Fewer words than these may be anybody's. */
const RUN_WORDS = 3;
const LONGEST = 200;

/** What engines say. Each `#` is a name in the code, which is kept where the code has it. */
const ENGINE_MESSAGES = [
  "Cannot read properties of undefined (reading '#')",
  "Cannot read properties of null (reading '#')",
  "Cannot set properties of undefined (setting '#')",
  "Cannot set properties of null (setting '#')",
  "Cannot destructure property '#' of '#' as it is undefined.",
  "Cannot access '#' before initialization",
  '# is not a function',
  '# is not a constructor',
  '# is not iterable',
  '# is not defined',
  '# is undefined',
  '# is null',
  "undefined is not an object (evaluating '#')",
  "null is not an object (evaluating '#')",
  "Can't find variable: #",
  'Assignment to constant variable.',
  'Maximum call stack size exceeded',
  'too much recursion',
  'Invalid array length',
  'Invalid time value',
  'Out of memory',
  'Failed to fetch',
  'Load failed',
].map((text) => ({ text, shape: new RegExp(`^${text.split('#').map(escaped).join('(\\S{1,100})')}$`) }));
/** Classes of errors that every engine has. */
const NATIVE = /^(?:Aggregate|Eval|Range|Reference|Syntax|Type|URI|Internal)?Error$|^(?:DOMException|SecurityError)$/;
const REACT = /^Minified React error #(\d{1,4});/;

/**
 * A message without anything personal: it keeps what engines say, and runs of words that stand in the code that threw
 * it, since what is written in the code is nobody's. Whatever was filled in there, as a name, a text or an address, is
 * left out.
 * @param code text of the file that threw it; empty where it is not at hand
 */
export function cleanMessage(message: string, code: string): string {
  const [, react] = REACT.exec(message) ?? [];
  if (react !== undefined) return `React error ${react}`;
  for (const { text, shape } of ENGINE_MESSAGES) {
    const found = shape.exec(message)?.slice(1);
    if (found === undefined) continue;
    let n = 0;
    return text.replaceAll('#', () => nameIn(code, found[n++] ?? ''));
  }
  return runsIn(code, message.slice(0, LONGEST));
}

/** The class of an error, where engines or the code have it. */
export function cleanName(name: string, code: string): string {
  return NATIVE.test(name) || (/^[A-Za-z]\w{0,60}$/.test(name) && hasWords(code, name)) ? name : 'Error';
}

/** A path such as `post.pages.map`, where each part of it stands in the code. */
function nameIn(code: string, given: string): string {
  const parts = given.match(/[\w$]+/g) ?? [];
  const isPath = /^[\w$.[\]()]+$/.test(given);
  return isPath && parts.every((part) => hasWords(code, part)) ? given : LEFT_OUT;
}

/** The longest runs of words that the code has, one after another. */
function runsIn(code: string, message: string): string {
  const words = message.split(/\s+/).filter(Boolean);
  const kept: string[] = [];
  for (let from = 0; from < words.length;) {
    let to = from;
    while (to < words.length && hasWords(code, words.slice(from, to + 1).join(' '))) to += 1;
    const isRun = to - from >= RUN_WORDS || (from === 0 && to === words.length);
    if (isRun) kept.push(...words.slice(from, to));
    else if (kept.at(-1) !== LEFT_OUT) kept.push(LEFT_OUT);
    from = isRun ? to : from + 1;
  }
  return kept.join(' ');
}

/** Whether the code has these words, and not only the beginning of the last. */
function hasWords(code: string, words: string): boolean {
  for (let at = code.indexOf(words); at >= 0; at = code.indexOf(words, at + 1))
    if (!/[\p{L}\p{N}]/u.test(code[at + words.length] ?? '') && !/[\p{L}\p{N}]/u.test(code[at - 1] ?? '')) return true;
  return false;
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
