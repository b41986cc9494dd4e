import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { PUBLISH_PLATFORMS } from '../api/src/contract/networks.ts';

const ROOT = path.join(import.meta.dirname, '..');
const PRODUCT = /^(api\/src|shell\/src|mf-[a-z-]+\/src)\/.*\.tsx?$/;
/** Where a network may be called by its name, and what is no word of the product. */
const FREE = [
  // Its own folder, and what both sides know of it.
  /^api\/src\/networks\/[a-z]+\//,
  /^api\/src\/contract\/networks\.ts$/,
  // What has landed stays as it was.
  /^api\/src\/db\/(migrations|old-sentences)\//,
  // Of an embed: Facebook or Instagram, whether anybody can post there or not.
  /\/oembed/,
  /\.test\.tsx?$/,
  /^api\/src\/testing\//,
];

const names = PUBLISH_PLATFORMS.join('|');
/** As a literal, also within SQL, and as a constant that is compared: a branch by another name. */
const NAMED = new RegExp(
  `(['"\`])(${names})\\1|[!=]==?\\s*(${names.toUpperCase()})\\b|\\b(${names.toUpperCase()})\\s*[!=]==?`,
);

const files = fs
  .globSync('{api,shell,mf-*}/src/**/*.{ts,tsx}', { cwd: ROOT })
  .filter((file) => PRODUCT.test(file) && FREE.every((free) => !free.test(file)));

test('no file but those of a network, of the contract and of the past asks for a network by its name', () => {
  const lines = files.flatMap((file) =>
    fs
      .readFileSync(path.join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, n) => (NAMED.test(line) ? [`${file}:${n + 1} ${line.trim()}`] : [])),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(lines, 'Ask the registry (api/src/networks) or networkFacts of the contract instead').toEqual([]);
});

test.each([
  `if (target === 'facebook')`,
  `p.target = 'fiztech'`,
  'if (target !== FACEBOOK)',
  '<option value="facebook">',
])('%s would be found', (line) => {
  expect(NAMED.test(line)).toBe(true);
});
