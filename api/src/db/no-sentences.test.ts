import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { setUpApi } from '../testing/scene.ts';

const SOURCES = path.join(import.meta.dirname, '..');

/** Words of English that SQL, names and codes do without. */
const ENGLISH = /\b(about|are|been|goes|he|it|its|our|out|that|the|there|they|this|was|we|were|will|you|your)\b/i;

/** What stands in quotes and is said to people. What goes wrong without being kept may be said. */
function sentencesIn(text: string): string[] {
  const lines = text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .split('\n')
    .filter((line) => !/^\s*(\/\/|--)|throw new \w+|raise exception/.test(line));
  return lines.flatMap((line) =>
    [...line.matchAll(/'([^']*)'|"([^"]*)"/g)]
      .map(([, single = '', double = '']) => single || double)
      .filter((quoted) => /\w\s+\w/.test(quoted) && ENGLISH.test(quoted)),
  );
}

const api = setUpApi();

test.each([
  ["case p.target when 'facebook' then 'Facebook asked us to rest this page. The post' else '' end"],
  ["|| ' goes out in about ' || ceil(minutes) || ' min.'"],
  ["jsonb_build_object('code', 'deleted', 'message', 'The post was deleted before it went out.')"],
])('a sentence is found in %s', (sql) => {
  expect(sentencesIn(sql)).not.toEqual([]);
});

test('repositories and their SQL keep codes, and make no words', () => {
  const files = fs
    .readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(repository|sql)\.ts$/.test(file));
  expect(files.length).toBeGreaterThan(30);
  expect(
    files.flatMap((file) =>
      sentencesIn(fs.readFileSync(path.join(SOURCES, file), 'utf8')).map((found) => `${file}: ${found}`),
    ),
  ).toEqual([]);
});

test('functions and triggers of the database make no words', async () => {
  const { rows } = await api.db.raw<{ rows: { name: string; text: string }[] }>(`
    select proname as name, prosrc as text from pg_proc where pronamespace = current_schema()::regnamespace
      and prokind = 'f'
    union all select tgname, pg_get_triggerdef(oid) from pg_trigger where not tgisinternal`);
  expect(rows.map(({ name }) => name)).toContain('settle_slot_of_post');
  expect(rows.flatMap(({ name, text }) => sentencesIn(text).map((found) => `${name}: ${found}`))).toEqual([]);
});
