import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../paths.ts';
import { listTexts, type Text } from './list-texts.ts';
import { productSources } from './product-sources.ts';

/** Words and shapes that nobody says aloud, or that mean what another word here means, and what to write instead. */
const RETIRED: readonly (readonly [RegExp, string])[] = [
  [/\bby (itself|themselves|yourself)\b/i, 'automatically, or the one who does it'],
  [/\b(anew|afresh)\b/i, 'again'],
  [/\b(go(es)?|went|gone|going) on\b(?! (hold|facebook|the schedule))/i, 'continue, resume or keep'],
  [/\b(comes?|came) to (its|their) end\b|\bin (its|their) turn\b|\bis whole\b|\bmeanwhile\b/i, 'finish; leave it out'],
  [/\bstands? under\b|\balso (when|if|while)\b|\bis none\b/i, 'is explained in; even if'],
  [/\bwhat (becomes|became) of\b|\bby whose hand\b/i, 'what happens to; by whom'],
  [/\bnothing (to tell|waits?|is waiting)\b|\bnobody knows\b/i, 'say what is missing, then what to do'],
  [/\bthe other side\b/i, 'the name of the service'],
  [/\b(does not|doesn't|do not|takes?|took) (take|no) (more )?(posts|calls|articles|our)\b/i, 'accept, limit'],
  [/(?<!profile )\bpictures?\b|\bfilms?\b/i, 'image, video'],
  [/\bsign(s|ed|ing)? (in|out)\b/i, 'log in, log out'],
  [/\b(put|puts) (away|off)\b|\bheld back\b|\btaken? (off|back)\b/i, 'hide, postpone, on hold, unscheduled'],
  [/\bforget it\b|\bforgotten\b/i, 'delete it here'],
  [/\bswitch(ed|es)? (on|off)\b/i, 'turn on, turn off'],
  [/\bfits? your filters\b|\bcould not be loaded\b/i, "match; we couldn't load"],
];
/** For readers of screens alone: who runs the server knows the inside. */
const INSIDE: readonly (readonly [RegExp, string])[] = [
  [/\b(manifest|chunk|endpoint)\b|\bthe contract\b/i, 'what the person sees of it'],
  [/\bphotos?\b/i, 'image'],
  [/\bmails?\b(?! servers?\b)|\bmailed\b/i, 'email'],
  [/; (?!charset)/, 'two sentences'],
];

/** To the letter as the specification has them, or no texts at all. */
const EXCEPTED = [
  // Given by whoever words the product.
  /^All your pages work\. Held posts/,
  /charset=|Content-Disposition|^addEventListener|boundary=/,
  /^gone on elsewhere$/,
];

const texts = listTexts(productSources()).filter(({ text }) => EXCEPTED.every((one) => !one.test(text)));
const faultsIn = (all: readonly Text[], rules: typeof RETIRED) =>
  all.flatMap(({ file, line, text }) =>
    rules.filter(([shape]) => shape.test(text)).map(([, better]) => `${file}:${line}  ${text}  [${better}]`),
  );

test('no text has a word or a shape that is retired', () => {
  expect(faultsIn(texts, RETIRED)).toEqual([]);
});

test('no screen and no problem speaks of the inside, or glues two facts together', () => {
  expect(
    faultsIn(
      texts.filter(({ file }) => /^(shell|mf-|api\/src\/(problems|features\/notifications))/.test(file)),
      INSIDE,
    ),
  ).toEqual([]);
});

/** What is written for people who work on it. Records are of their day; code in them is no text. */
const documents = fs.globSync(['*.md', '{api,shell,mf-*}/README.md', '{api,shell}/docs/decisions/*.md'], { cwd: ROOT });
test.each(documents)('%s is written in plain words', (file) => {
  const lines = fs
    .readFileSync(path.join(ROOT, file), 'utf8')
    .replaceAll(/```[\s\S]*?```|`[^`\n]*`/g, (code) => code.replaceAll(/[^\n]/g, ' '))
    .split('\n');
  expect(
    faultsIn(
      lines.map((text, n) => ({ file, line: n + 1, text })),
      RETIRED,
    ),
  ).toEqual([]);
});

test.each(['Drafts are saved by themselves.', 'Sign out everywhere', 'Nothing to tell.', 'This picture is too large.'])(
  '%s would be found',
  (text) => {
    expect(faultsIn([{ file: 'a.ts', line: 1, text }], RETIRED)).toHaveLength(1);
  },
);
