import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from './paths.ts';
import { runTool } from './step.ts';

const IMPORTS: [what: string, file: string, code: string, message: string][] = [
  [
    'a remote from a remote',
    'mf-history/src/a.ts',
    "export { x } from '../../mf-generator/src/b.ts';",
    'A remote never imports a remote',
  ],
  [
    'a remote from the host',
    'mf-history/src/b.ts',
    "export { x } from '../../shell/src/app/b.ts';",
    'Of the shell, a remote may import',
  ],
  [
    'a remote from the primitives',
    'mf-history/src/c.ts',
    "export { Dialog } from '@base-ui/react/dialog';",
    "Use the kit's parts",
  ],
  [
    'a remote from a router of its own',
    'mf-history/src/d.ts',
    "export { Link } from 'react-router';",
    "The router is the shell's alone",
  ],
  [
    'the host from a remote',
    'shell/src/app/a.ts',
    "export { x } from '../../../mf-history/src/b.ts';",
    'The shell knows no remote at build time',
  ],
  ['the kit from the host', 'shell/src/kit/a.ts', "export { x } from '../app/b.ts';", 'must not reach into the host'],
  [
    'the contract from the whole zod',
    'api/src/contract/a.ts',
    "export { z } from 'zod';",
    'The contract imports zod/mini and itself',
  ],
  [
    'the contract from the API',
    'api/src/contract/b.ts',
    "export { x } from '../db/b.ts';",
    'The contract imports zod/mini and itself',
  ],
  [
    'the API from a front end',
    'api/src/features/a.ts',
    "export { x } from '../../../shell/src/kit/b.ts';",
    'The API knows no front end',
  ],
  [
    'a remote of two words from another',
    'mf-history/src/two-words.ts',
    "export { x } from '../../mf-post-ideas/src/b.ts';",
    'A remote never imports a remote',
  ],
  [
    'the API from the sandbox',
    'api/src/b.ts',
    "export { x } from '../sandbox/b.ts';",
    'The product has no branch for the sandbox',
  ],
  [
    'all date functions for one',
    'api/src/f.ts',
    "export { addDays } from 'date-fns';",
    'Take each function from its own file',
  ],
  [
    'the sandbox from the API',
    'api/sandbox/a.ts',
    "export { x } from '../src/b.ts';",
    'The sandbox is a program of its own',
  ],
];

const HABITS: typeof IMPORTS = [
  ['a default export', 'api/src/c.ts', 'export default 1;', 'no-default-export'],
  ['a console line of the API', 'api/src/d.ts', "console.log('here');", 'no-console'],
  ['any', 'api/src/e.ts', 'export const x: any = 1;', 'no-explicit-any'],
  [
    'a folder from one that imports from it',
    'api/src/features/posts/both-ways.ts',
    "export { y } from '../pages/both-ways.ts';",
    'features/posts and features/pages import from each other',
  ],
  [
    'the same from the other side, though what is imported is deeper',
    'api/src/features/pages/both-ways.ts',
    "export { x } from '../posts/words/x.ts';",
    'features/pages and features/posts import from each other',
  ],
  [
    'a choice within a choice',
    'api/src/g.ts',
    "export const x = (n: number) => (n < 0 ? 'less' : n > 0 ? 'more' : 'none');",
    'no-nested-ternary',
  ],
  [
    'the code of a problem as a bare string',
    'mf-history/src/codes.ts',
    "export const isMissed = (post: { problem?: { code: string } }) => post.problem?.code === 'missed';",
    'no-bare-codes',
  ],
  [
    'a line that nobody sees the end of',
    'api/src/h.ts',
    `export const x = '${'A sentence that goes on. '.repeat(5)}';`,
    'long-lines',
  ],
  [
    'an outcome that goes with the screen that asked for it',
    'mf-history/src/outcomes.ts',
    'export const save = (m: { mutate: (a: null, b: object) => void }, notify: () => void) =>\n' +
      '  m.mutate(null, { onSuccess: () => notify() });',
    'told-outcomes',
  ],
  [
    'what helps as a bare string in SQL',
    'api/src/codes.sql.ts',
    "export const ASKS = `p.problem ->> 'action' = 'resolve'`;",
    'no-bare-codes',
  ],
];

const CLOCKS: typeof IMPORTS = [
  'Date.now()',
  "Date['now']()",
  '(() => Date.now)()()',
  'new Date().getTime()',
  'Date()',
].flatMap((code, n) =>
  ['features/publishing', 'features/loop', 'features/posts', 'features/automation', 'networks/facebook'].map(
    (folder) => [
      `${code} in ${folder}`,
      `api/src/${folder}/clock-${n}.ts`,
      `export const x = ${code};`,
      'ask the database for the time',
    ],
  ),
);

const KNEX = "import type { Knex } from 'knex';\n";
const SQL: typeof IMPORTS = [
  ['a query', "export const x = (db: Knex) => db('posts').where({ id: 1 }).first();"],
  ['a query of typed rows', "export const x = (trx: Knex) => trx<{ id: number }>('users').select('id');"],
  ['a query by alias', "export const x = (db: Knex) => db('posts as p').first('p.id');"],
  ['a raw statement', 'export const x = (db: Knex, text: string) => db.raw(text);'],
  ['the text of a statement', "export const x = (db: Knex) => [db, 'select id from posts where id = $1'];"],
  [
    'a statement in a template',
    'export const x = (db: Knex, n: number) => [db, `\n  with a as (select 1) select ${n}`];',
  ],
].map(([what = '', code = ''], n) => [
  what,
  `api/src/features/posts/sql-${n}.service.ts`,
  KNEX + code,
  'SQL stands in *.repository.ts and *.sql.ts alone',
]);

const IN_TESTS: typeof IMPORTS = [
  ['a query of the app', "export const x = (api: { db: Knex }) => api.db('posts').pluck('status');"],
  ['a query of an app in a scene', "export const x = (scene: { api: { db: Knex } }) => scene.api.db('users').first();"],
  ['a raw statement', 'export const x = (api: { db: Knex }, text: string) => api.db.raw(text);'],
  ['the text of a statement', "export const x = () => 'update posts set is_held = false';"],
].map(([what = '', code = ''], n) => [
  what,
  `api/src/features/posts/sql-${n}.test.ts`,
  KNEX + code,
  'What no caller can see is read and changed by api/src/testing/stored.ts',
]);

const WRITERS: typeof IMPORTS = [
  ['an update', "export const x = (db: Knex) => db('posts').where({ id: 1 }).update({ content: '' });", 'posts'],
  ['a deletion', "export const x = (db: Knex) => db('page_clock').where({ post_id: 1 }).delete();", 'publishing'],
  [
    'an insertion by way of a variable',
    'export function x(db: Knex) {\n  const table = () => db<{ id: ' +
      "number }>('users');\n  return table().insert({ id: 1 });\n}",
    'users',
  ],
  ['the text of an update', "export const x = 'update posts p set content = $1 where p.id = $2';", 'posts'],
  [
    'a part of a larger statement',
    'export const x = (which: string) => `with a as (insert into publish_attempts (post_id) select 1 returning ' +
      'id) select ${which} from a`;',
    'publishing',
  ],
  ['the text of a deletion', "export const x = 'delete from facebook_pages where id = $1';", 'pages'],
].map(([what = '', code = '', owner = ''], n) => [
  what,
  `api/src/features/media/writer-${n}.repository.ts`,
  KNEX + code,
  `is written by the feature ${owner} alone`,
]);
const NEW_TABLE: typeof IMPORTS = [
  [
    'a table that nobody has named',
    'api/src/features/media/new-table.repository.ts',
    "export const x = 'insert into something_new (id) values (1)';",
    'name its feature in scripts/lint/table-owners.ts',
  ],
];

const FINE: [what: string, file: string, code: string][] = [
  [
    'the kit and the contract in a remote',
    'mf-history/src/fine.ts',
    "export { Button } from '@pagecast/shell/kit';\nexport { listPosts } from '@pagecast/api/contract';",
  ],
  [
    'zod/mini and itself in the contract',
    'api/src/contract/fine.ts',
    "export * as z from 'zod/mini';\nexport { x } from './other.ts';",
  ],
  [
    'a read of another table, and a write of its own, in a repository',
    'api/src/features/media/fine.repository.ts',
    `${KNEX}export const x = (db: Knex) => [db('posts').first('id'), db('media_files').where({ id: 1 }).delete()];`,
  ],
  [
    'a test of migrations, which are SQL',
    'api/src/db/fine.test.ts',
    `${KNEX}export const x = (db: Knex) => [db('posts').first('id'), db.raw('select 1 from posts')];`,
  ],
  [
    'a test that reads what is stored by the reader of its table',
    'api/src/features/posts/fine.test.ts',
    'export const x = (api: { stored: { posts: { rows: () => object[] } } }) => api.stored.posts.rows();',
  ],
  [
    'what only sounds like a statement',
    'api/src/features/media/fine-words.ts',
    "export const x = ['Select a file, or drop one from your computer', 'Update it', new Map().delete('posts')];",
  ],
  [
    'a time that was given, and a duration',
    'api/src/features/posts/fine.ts',
    'export const x = (at: string) => [new Date(at), performance.now()];',
  ],
];

/** A checkout with nothing in it but the rules, and what each of them is tried on: the linter starts once for all. */
let checkout = '';
let findings: readonly {
  readonly filename: string;
  readonly code: string;
  readonly message: string;
  readonly help?: string;
}[] = [];

beforeAll(async () => {
  checkout = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-lint-'));
  fs.copyFileSync(path.join(ROOT, '.oxlintrc.json'), path.join(checkout, '.oxlintrc.json'));
  for (const folder of ['node_modules', 'scripts'])
    fs.symlinkSync(path.join(ROOT, folder), path.join(checkout, folder));
  const samples = [...IMPORTS, ...HABITS, ...CLOCKS, ...SQL, ...IN_TESTS, ...WRITERS, ...NEW_TABLE, ...FINE];
  for (const [, file, code] of samples) {
    fs.mkdirSync(path.join(checkout, path.dirname(file)), { recursive: true });
    fs.writeFileSync(path.join(checkout, file), `${code}\n`);
  }
  const { output } = await runTool(path.join(ROOT, 'node_modules/.bin/oxlint'), [
    '--config',
    path.join(checkout, '.oxlintrc.json'),
    '--format=json',
    ...['api', 'mf-history', 'shell'].map((folder) => path.join(checkout, folder)),
  ]);
  const report = JSON.parse(output) as { diagnostics: typeof findings; number_of_files: number };
  if (report.number_of_files !== samples.length)
    throw new Error(`The linter looked at ${report.number_of_files} of ${samples.length} samples`);
  findings = report.diagnostics;
});
afterAll(() => {
  fs.rmSync(checkout, { recursive: true, force: true });
});

/** What the linter says of a file, in one text. */
const lintOf = (file: string) =>
  findings
    .filter(({ filename }) => filename.endsWith(file))
    .map(({ code, message, help }) => `${code} ${message} ${help ?? ''}`)
    .join('\n');

test.each(IMPORTS)('an import of %s is refused with what to do instead', (_what, file, _code, message) => {
  expect(lintOf(file)).toContain(message);
});

test.each(HABITS)('%s is refused', (_what, file, _code, rule) => {
  expect(lintOf(file)).toContain(rule);
});

test.each(CLOCKS)(
  'where it is decided when something goes out, the clock of the machine is refused: %s',
  (_what, file, _code, message) => {
    expect(lintOf(file)).toContain(message);
  },
);

test.each(SQL)('outside of repositories, SQL is refused: %s', (_what, file, _code, message) => {
  expect(lintOf(file)).toContain(message);
});

test.each(IN_TESTS)('in tests of the API, SQL is refused: %s', (_what, file, _code, message) => {
  expect(lintOf(file)).toContain(message);
});

test.each([...WRITERS, ...NEW_TABLE])(
  "a write of what is not the feature's is refused: %s",
  (_what, file, _code, message) => {
    expect(lintOf(file)).toContain(message);
  },
);

test.each(FINE)('%s is let through', (_what, file) => {
  expect(lintOf(file)).toBe('');
});
