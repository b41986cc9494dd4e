import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT } from './paths.ts';

const IGNORED = ['node_modules', 'dist', '.cache', '.data', '.toolchain', '.git'];
const files = fs.globSync('**/*.*', { cwd: ROOT, exclude: (name) => IGNORED.includes(path.basename(name)) });
const documents = files.filter((file) => file.endsWith('.md'));
const read = (file: string) => fs.readFileSync(path.join(ROOT, file), 'utf8');

test.each(documents)('what %s links to is there', (file) => {
  const targets = Array.from(read(file).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g), ([, target = '']) => target);
  const local = targets.filter((target) => !/^[a-z]+:/.test(target));
  expect(local.filter((target) => !fs.existsSync(path.join(ROOT, path.dirname(file), target)))).toEqual([]);
});

test.each(documents)('files that %s names are there', (file) => {
  const named = Array.from(read(file).matchAll(/`([\w./-]+\.(?:tsx?|cjs|mjs|css))`/g), ([, name = '']) => name);
  expect(named.filter((name) => !files.some((one) => `/${one}`.endsWith(`/${name}`)))).toEqual([]);
});

test('every package has a README of its own', () => {
  const packages = files.filter((file) => /^[^/]+\/package\.json$/.test(file)).map((file) => path.dirname(file));
  expect(packages.filter((name) => !files.includes(`${name}/README.md`))).toEqual([]);
});

test('the README is short enough to be read', () => {
  expect(read('README.md').split('\n').length).toBeLessThan(150);
});

describe.each(['api/docs/decisions', 'shell/docs/decisions'])('%s', (folder) => {
  const records = documents.filter((file) => path.dirname(file) === folder && path.basename(file) !== 'README.md');

  test('gives each record a number of its own, and lists it', () => {
    const numbers = records.map((file) => path.basename(file).slice(0, 4));
    expect(numbers).toEqual(records.map((_, index) => String(index + 1).padStart(4, '0')));
    const index = read(`${folder}/README.md`);
    expect(records.filter((file) => !index.includes(`](${path.basename(file)})`))).toEqual([]);
  });

  test.each(records)('%s says context, decision and consequences', (file) => {
    expect(Array.from(read(file).matchAll(/^## (.+)$/gm), ([, heading]) => heading)).toEqual([
      'Context',
      'Decision',
      'Consequences',
    ]);
  });
});
