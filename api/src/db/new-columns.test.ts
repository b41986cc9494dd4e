import { beforeAll, expect, test } from 'vitest';
import type { PageId } from '../contract/ids.ts';
import * as contract from '../contract/index.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { buildPost, buildUser, type TestUser } from '../testing/builders.ts';
import { setUpApi } from '../testing/scene.ts';
import { personWithPage } from '../testing/person-with-page.ts';
import { postStories } from '../testing/post-stories.ts';

/** Everything that can be read without knowing more than who asks. A stream has no end, and the AI costs. */
const READS = Object.values(contract).filter(
  (value): value is Endpoint & typeof contract.listPages =>
    typeof value === 'object' &&
    value !== null &&
    'path' in value &&
    'method' in value &&
    value.method === 'GET' &&
    !value.path.includes(':'),
);

const api = setUpApi();
let admin: TestUser;
let me: TestUser;
let pageRow: PageId;
beforeAll(async () => {
  ({ me, pageRow } = await personWithPage(api, 'manager'));
  admin = await buildUser(api.db, { role: 'admin' });
});

/** Each twice at once, so that many lines have prepared what they ask. */
async function readAll(): Promise<number[]> {
  const callers = [api.as(admin), api.as(me)];
  const answers = await Promise.all(READS.flatMap((read) => callers.map((caller) => caller.call(read))));
  return answers.map(({ status }) => status);
}

async function publishOne(content: string): Promise<string> {
  const id = await buildPost(api.db, me, { content, facebookPageId: pageRow, scheduledAt: new Date() });
  await api.turn();
  return (await postStories(api).statusOf(id)).status;
}

test('a column that a table gets under a running product costs no request and no post', async () => {
  const before = await readAll();
  expect(before.filter((status) => status >= 500)).toEqual([]);
  expect(await publishOne('Before')).toBe('published');
  const tables = await api
    .db('information_schema.tables')
    .where({ table_schema: 'public', table_type: 'BASE TABLE' })
    .whereNot('table_name', 'like', 'knex_%')
    .pluck<string[]>('table_name');
  expect(tables).toContain('posts');

  let isOver = false;
  const under = (async () => {
    const seen: number[] = [];
    while (!isOver) seen.push(...(await readAll()));
    return seen;
  })();
  for (const table of tables) await api.db.raw('alter table ?? add column added_meanwhile text', [table]);
  isOver = true;
  expect([...(await under), ...(await readAll())].filter((status) => status >= 500)).toEqual([]);
  expect(await publishOne('After')).toBe('published');
  await Promise.all(api.app.jobs.map((job) => job.run(new Date())));
  expect(api.logged.filter((line) => line.includes('cached plan'))).toEqual([]);
});
