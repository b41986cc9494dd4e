import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { migrations } from './migrations/index.ts';

/** Migrations and the list stand in one folder; `index.ts` names their order. */
const FOLDER = path.join(import.meta.dirname, 'migrations');
const files = fs
  .readdirSync(FOLDER)
  .filter((name) => name.endsWith('.ts') && name !== 'index.ts')
  .sort();
const listed = JSON.parse(fs.readFileSync(path.join(FOLDER, 'hashes.json'), 'utf8')) as Record<string, string>;
const hashes = Object.fromEntries(
  files.map((name) => [
    name,
    createHash('sha256')
      .update(fs.readFileSync(path.join(FOLDER, name)))
      .digest('hex'),
  ]),
);

test('a migration that has landed is never edited', () => {
  const edited = Object.keys(listed).filter((name) => hashes[name] !== listed[name]);
  expect(
    edited,
    'Databases out there have run these, and run them no second time. Put each back, and write a new one',
  ).toEqual([]);
});

test('every migration is in the list of hashes', () => {
  const missing = files.filter((name) => !(name in listed)).map((name) => `"${name}": "${hashes[name] ?? ''}"`);
  expect(missing, `Add to ${path.join(FOLDER, 'hashes.json')}:\n${missing.join(',\n')}\n`).toEqual([]);
});

test('every migration runs, in the order of its name', () => {
  expect(Object.keys(migrations).map((name) => `${name}.ts`)).toEqual(files);
});
