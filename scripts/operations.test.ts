import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './paths.ts';

const FOLDER = path.join(ROOT, 'api/docs/operations');
const guides = fs.readdirSync(FOLDER).filter((file) => file.endsWith('.md'));
const text = (file: string) => fs.readFileSync(file, 'utf8');
const sources = ['api/src/**/*.ts', 'scripts/*.ts', 'api/deploy/*']
  .flatMap((glob) => fs.globSync(glob, { cwd: ROOT }))
  .filter((file) => !file.endsWith('.test.ts'))
  .map((file) => text(path.join(ROOT, file)))
  .join('\n');
const commands = (JSON.parse(text(path.join(ROOT, 'package.json'))) as { scripts: Record<string, string> }).scripts;

/** What stands in backticks, and the words of blocks of commands. */
function namedIn(guide: string): string[] {
  const said = text(path.join(FOLDER, guide));
  const blocks = Array.from(said.matchAll(/^```sh\n(.*?)^```/gms), ([, block = '']) => block);
  return [...Array.from(said.matchAll(/`([^`\n]+)`/g), ([, name = '']) => name), ...blocks];
}

const found = (pattern: RegExp, named: readonly string[]) =>
  named.flatMap((some) => Array.from(some.matchAll(pattern), ([, name = '']) => name));

test.each(guides)('commands that %s names are there', (guide) => {
  const named = found(/npm run ([\w:-]+)/g, namedIn(guide));
  expect(named.filter((name) => commands[name] === undefined)).toEqual([]);
});

test.each(guides)('variables that %s names are there', (guide) => {
  const named = found(/\b([A-Z][A-Z\d]*_[A-Z\d_]+)\b/g, namedIn(guide));
  expect(named.filter((name) => !sources.includes(name))).toEqual([]);
});

test.each(guides)('metrics and log events that %s names are there', (guide) => {
  const metrics = found(/^((?:loop|publish|clock|mail|http|event)_[a-z_]+[a-z])$/g, namedIn(guide));
  const events = found(/^([a-z]+(?:-[a-z]+)*\.[a-z]+(?:-[a-z]+)+)$/g, namedIn(guide));
  expect([...metrics, ...events].filter((name) => !sources.includes(`'${name}'`))).toEqual([]);
});

test('every incident says how to be sure, what to do and what not, and when it is over', () => {
  const cards = text(path.join(FOLDER, 'incidents.md')).split(/^## /m).slice(1);
  expect(cards.length).toBeGreaterThan(8);
  const parts = ['**People see', '**Be sure.**', '**Do', '**Do not**', '**Over** when'];
  expect(cards.filter((card) => parts.some((part) => !card.includes(part))).map((card) => card.split('\n')[0])).toEqual(
    [],
  );
});
