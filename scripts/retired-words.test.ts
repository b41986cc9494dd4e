import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './paths.ts';

/** Words that this code has given up, with the one to use. Only such as mean nothing else here. */
const RETIRED = {
  doer: 'actor',
  deed: 'audit event',
  teller: 'notifier',
  untold: 'pending',
  restless: 'idle',
  resting: 'cooling down',
  strikes: 'hits',
  leftover: 'orphan',
  leftovers: 'orphans',
  forsaken: 'stale',
  afresh: 'reset',
  attendance: 'user activity',
} as const;

/** Landed migrations stay as they were. */
const IGNORED = [
  'node_modules',
  'dist',
  'migrations',
  '.cache',
  '.data',
  '.toolchain',
  path.basename(import.meta.filename),
  // Names them too, so that no text has them.
  'wording.test.ts',
];
/** Codes that rows have since before, and callers know. */
const KEPT_CODES = /\bai_resting\b/g;
const sources = fs.globSync('**/*.{ts,tsx}', { cwd: ROOT, exclude: (name) => IGNORED.includes(path.basename(name)) });

/**
 * Names in code and of files, in words: `claimDue` and `claim-due.ts` are "claim" and "due". Texts and comments may say
 * what they like.
 */
function wordsOf(file: string): string[] {
  const code = fs
    .readFileSync(path.join(ROOT, file), 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, ' ')
    .replaceAll(KEPT_CODES, ' ');
  return `${path.basename(file)} ${code}`
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
}

test('retired words stay retired', () => {
  const found = sources.flatMap((file) =>
    Array.from(new Set(wordsOf(file)))
      .filter((word) => Object.hasOwn(RETIRED, word))
      .map((word) => `${file}: ${word}, say ${RETIRED[word as keyof typeof RETIRED]}`),
  );
  expect(found).toEqual([]);
});
