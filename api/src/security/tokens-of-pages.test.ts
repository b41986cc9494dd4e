import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import {
  calendarPosts,
  changeManyPosts,
  createToken,
  dashboardStats,
  dashboardTrend,
  deleteToken,
  EVENTS_PATH,
  listDrafts,
  listNotifications,
  listPages,
  listPosts,
  listWaitingPosts,
  previewSheet,
  readDraft,
  readSheetRow,
  saveDraft,
  undoBulkChange,
  updatePost,
} from '../contract/index.ts';
import { buildPost, DRAFT_FIELDS, SHEET_READING } from '../testing/builders.ts';
import { ENDPOINTS, inputOf, sampleOf } from '../testing/contract-calls.ts';
import type { TokenId } from '../contract/ids.ts';
import { notifyChange } from '../testing/database-state.ts';
import { readEvents, type EventReader } from '../testing/read-events.ts';
import { watchDatabase } from '../testing/database-text.ts';
import { holdToken } from '../testing/hold-token.ts';
import { buildFixtures, type Fixtures } from '../testing/person-fixtures.ts';
import { setUpApi } from '../testing/scene.ts';
import type { Caller } from '../testing/test-api.ts';

const api = setUpApi();
const SECRET = 'Words of the other page.';
let here: Fixtures;
let beyond: Fixtures;
let person: Caller;
/** With every scope, for one of the person's two pages. */
let ofPage: Caller;
beforeAll(async () => {
  here = await buildFixtures(api.db);
  beyond = await buildFixtures(api.db, { of: here.owner, content: SECRET });
  await buildPost(api.db, here.owner, { facebookPageId: here.page.id, content: 'Tomorrow.' });
  await buildPost(api.db, here.owner, { facebookPageId: beyond.page.id, content: SECRET });
  person = api.as(here.owner);
  ofPage = await holder({ pageIds: [here.page.pageId] });
});

const holder = (wanted: object = {}) => holdToken(api, person, wanted);

const calls = [...ENDPOINTS].map(([name, endpoint]) => ({ name, endpoint }));
const open = calls.filter(({ endpoint }) => endpoint.scope !== undefined);
const byPage = open.filter(({ endpoint }) => endpoint.isByPage === true);

/** What every call writes that a program makes, whatever comes of it. */
const ASIDE = new Set(['rate_limits', 'api_tokens']);
async function watched(): Promise<() => Promise<string[]>> {
  const changed = await watchDatabase(api.db);
  return async () => (await changed()).filter((table) => !ASIDE.has(table));
}

/** Words, names and ids that are of the other page alone. */
const tracesOf = (text: string) =>
  [SECRET, beyond.page.name, beyond.page.pageId].filter((trace) => text.includes(trace));

describe('a token of one page', () => {
  test.each(byPage)('$name: shows and changes nothing of another page', async ({ name, endpoint }) => {
    const changed = await watched();
    const answer = await ofPage.call(endpoint, inputOf(sampleOf(name, beyond)));
    const namesPage = JSON.stringify(inputOf(sampleOf(name, beyond))) !== JSON.stringify(inputOf(sampleOf(name, here)));
    if (namesPage && name !== 'postResults' && name !== 'finishUpload') expect([403, 404]).toContain(answer.status);
    expect(tracesOf(answer.text)).toEqual([]);
    if (answer.status >= 400)
      expect((await changed()).filter((table) => answer.status === 403 || table !== 'audit_log')).toEqual([]);
  });

  test.each(byPage.filter(({ endpoint }) => endpoint.method === 'GET'))(
    '$name: answers of its own page',
    async ({ name, endpoint }) => {
      const answer = await ofPage.call(endpoint, inputOf(sampleOf(name, here)));
      expect([answer.status, tracesOf(answer.text)]).toEqual([sampleOf(name, here).owner ?? 200, []]);
    },
  );

  test.each(open.filter(({ endpoint }) => endpoint.isByPage !== true))(
    '$name: is about all pages, and refused',
    async ({ name, endpoint }) => {
      const changed = await watched();
      const answer = await ofPage.call(endpoint, inputOf(sampleOf(name, here)));
      expect([answer.status, tracesOf(answer.text), await changed()]).toEqual([403, [], []]);
    },
  );

  test('counts and lists what is on that page, where its person sees both', async () => {
    const seen = async (who: Caller) => {
      const [pages, posts, sorted, found, waiting, stats, trend, news] = await Promise.all([
        who.call(listPages),
        who.call(listPosts),
        who.call(listPosts, { query: { sort: 'likes' } }),
        who.call(listPosts, { query: { text: 'e' } }),
        who.call(listWaitingPosts, { query: { for: 'time' } }),
        who.call(dashboardStats),
        who.call(dashboardTrend),
        who.call(listNotifications),
      ]);
      const planned = { from: new Date(Date.now() - 86_400_000), to: new Date(Date.now() + 30 * 86_400_000) };
      const calendar = await who.call(calendarPosts, {
        query: { from: planned.from.toISOString(), to: planned.to.toISOString() },
      });
      return {
        pages: pages.body.length,
        published: posts.body.pagination.total,
        sorted: sorted.body.pagination.total,
        found: found.body.pagination.total,
        waiting: waiting.body.pagination.total,
        all: waiting.body.pagination.all,
        calendar: calendar.body.posts.length,
        month: stats.body.postsThisMonth,
        scheduled: stats.body.scheduledPosts,
        weeks: trend.body.weeks.reduce((sum, { posts: some }) => sum + some, 0),
        unread: news.body.unread,
      };
    };
    const [all, own] = [await seen(person), await seen(ofPage)];
    expect(Object.entries(own).filter(([, count]) => count === 0)).toEqual([]);
    expect(Object.entries(own).filter(([name, count]) => count >= all[name as keyof typeof all])).toEqual([]);
  });

  test('cannot take a post to another page, or make one for it or for none', async () => {
    const { owner } = here;
    const id = await buildPost(api.db, owner, { facebookPageId: here.page.id, status: 'draft' });
    const changed = await watched();
    const post = { content: 'Hello.', status: 'draft' };
    for (const [name, input] of [
      ['updatePost', { params: { id }, body: { facebookPageId: beyond.page.id } }],
      [
        'duplicatePost',
        { params: { id }, body: { scheduledAt: '2099-01-01T00:00:00Z', facebookPageId: beyond.page.id } },
      ],
      ['publishPost', { params: { id }, body: { pageId: beyond.page.id } }],
      ['createPost', { body: post }],
      [
        'createComposition',
        { body: { ...post, pages: [{ facebookPageId: here.page.id }, { facebookPageId: beyond.page.id }] } },
      ],
    ] as const)
      expect([403, 404]).toContain((await ofPage.call(ENDPOINTS.get(name) as Endpoint, input)).status);
    expect(await changed()).toEqual([]);
  });

  test('does not learn where a post was before', async () => {
    const { owner } = here;
    const id = await buildPost(api.db, owner, { facebookPageId: beyond.page.id, status: 'draft' });
    await person.call(updatePost, { params: { id }, body: { facebookPageId: here.page.id, content: 'Moved.' } });
    const story = await ofPage.call(ENDPOINTS.get('postTimeline') as Endpoint, { params: { id } });
    expect([story.status, tracesOf(story.text)]).toEqual([200, []]);
  });

  test('is of no page at all once its person has it no more', async () => {
    const { owner, page } = await buildFixtures(api.db);
    const { body } = await api.as(owner).call(createToken, {
      body: { name: 'A program', scopes: ['read'], pageIds: [page.pageId], needsApproval: false },
    });
    await api.stored.facebookPages.remove({ id: page.id });
    const program = api.withToken(body.token);
    expect((await program.call(listPages)).body).toEqual([]);
    expect((await program.call(listPosts)).body.pagination.total).toBe(0);
  });

  const sheetOf = async (who: Caller) => {
    const { body } = await who.fetch('/api/sheets?name=posts.csv', {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: `Page,Text\n${here.page.name},Hello.\n${beyond.page.name},Hello.\n`,
    });
    return JSON.parse(await new Response(body).text()) as { id: number };
  };

  test('reads the sheets that were brought in for its pages, and no other page is there for it', async () => {
    const own = await sheetOf(ofPage);
    const other = await holder({ pageIds: [beyond.page.pageId] });
    const preview = { params: { id: own.id }, body: { reading: SHEET_READING } };
    const seen = await ofPage.call(previewSheet, preview);
    expect([seen.status, seen.body.counts]).toMatchObject([200, { rows: 2, posts: 1, problems: 1 }]);
    expect((await other.call(previewSheet, preview)).status).toBe(404);
    expect((await person.call(previewSheet, preview)).status).toBe(200);
    const whole = await sheetOf(person);
    expect((await ofPage.call(readSheetRow, { params: { id: whole.id, row: 2 } })).status).toBe(404);
  });

  test('changes many posts of its page, and undoes no change', async () => {
    const { owner } = here;
    const [own, far] = [
      await buildPost(api.db, owner, { facebookPageId: here.page.id, content: 'Moves.' }),
      await buildPost(api.db, owner, { facebookPageId: beyond.page.id, content: 'Moves.' }),
    ];
    const move = { filter: { text: 'Moves.' }, change: { kind: 'move', days: 1 } as const };
    const made = await ofPage.call(changeManyPosts, { body: move });
    expect([made.status, made.body.postIds]).toEqual([201, [own]]);
    const named = await ofPage.call(changeManyPosts, { body: { postIds: [far], change: { kind: 'delete' } } });
    expect(named.status).toBe(404);
    const wide = await person.call(changeManyPosts, { body: move });
    expect(new Set(wide.body.postIds)).toEqual(new Set([own, far]));
    for (const { id } of [wide.body, made.body])
      expect((await ofPage.call(undoBulkChange, { params: { id } })).status).toBe(403);
  });

  test('reads no draft that is also for another page, or for none yet', async () => {
    const save = async (fields: object) => {
      const key = randomUUID();
      const body = { revision: 0, fields: { ...DRAFT_FIELDS, ...fields } };
      expect((await person.call(saveDraft, { params: { key }, body })).status).toBe(200);
      return key;
    };
    const [at, near] = [beyond.page.id, here.page.id].map(String) as [string, string];
    const both = { spread: 'together', minutesApart: '' } as const;
    const hidden: string[] = [
      await save({ pageId: '' }),
      await save({ pageId: near, several: { ...both, pages: [{ pageId: near }, { pageId: at }] } }),
      await save({ pageId: near, several: { ...both, pages: [] } }),
    ];
    const shown = await save({ pageId: at, several: { ...both, pages: [{ pageId: near }] } });
    const keys = (await ofPage.call(listDrafts)).body.map(({ key }) => key);
    expect(keys).toContain(shown);
    expect(hidden.filter((key) => keys.some((one) => one === key))).toEqual([]);
    for (const key of hidden) expect((await ofPage.call(readDraft, { params: { key } })).status).toBe(404);
  });
});

describe('live events by token', () => {
  const open: EventReader[] = [];
  afterEach(() => {
    for (const stream of open.splice(0)) stream.close();
  });
  // How the loop is doing is told to everybody, and each program of a person that one of their logins has changed.
  const told = (stream: EventReader) =>
    expect.poll(() => stream.families().filter((family) => family !== 'status' && family !== 'session'), {
      timeout: 60_000,
    });

  async function listening(wanted: object): Promise<{ stream: EventReader; id: TokenId }> {
    const { body } = await person.call(createToken, {
      body: { name: 'A program', scopes: ['read'], needsApproval: false, ...wanted },
    });
    const stream = await readEvents(api.withToken(body.token), EVENTS_PATH);
    open.push(stream);
    // Told of everything before: what comes behind it is news.
    await expect.poll(() => stream.events.length, { timeout: 60_000 }).toBeGreaterThan(0);
    await notifyChange(api.db, `${here.owner.userId}:${here.owner.environment}:status`);
    await expect.poll(() => stream.families(), { timeout: 60_000 }).toContain('status');
    stream.clear();
    return { stream, id: body.id };
  }

  test('need the scope to read', async () => {
    const answer = await (await holder({ scopes: ['draft', 'media'] })).fetch(EVENTS_PATH);
    expect([answer.status, await answer.json()]).toMatchObject([403, { scope: 'read' }]);
  });

  test('tell of its pages, and nothing of what it may not read', async () => {
    const [{ stream: near }, { stream: wide }] = [
      await listening({ pageIds: [here.page.pageId] }),
      await listening({ pageIds: null }),
    ];
    const { owner } = here;
    await buildPost(api.db, owner, { facebookPageId: beyond.page.id, content: 'Far.' });
    await notifyChange(api.db, `${owner.userId}:${owner.environment}:settings,remotes,audit`);
    await told(wide).toEqual(['posts', 'dashboard']);
    await buildPost(api.db, owner, { facebookPageId: here.page.id, content: 'Near.' });
    await told(near).toEqual(['posts', 'dashboard']);
    expect(near.events.filter(({ data }) => data.families?.includes('posts'))).toHaveLength(1);
  });

  test('end with the token, and many of them push no tab of its person out', async () => {
    const tab = await readEvents(person, EVENTS_PATH);
    open.push(tab);
    const { stream, id } = await listening({ pageIds: [here.page.pageId] });
    const program = await holder({ scopes: ['read'] });
    const many: EventReader[] = [];
    for (let count = 0; count < 6; count += 1) many.push(await readEvents(program, EVENTS_PATH));
    open.push(...many);
    await expect.poll(() => many.map((one) => one.hasEnded())).toEqual([true, false, false, false, false, false]);
    await person.call(deleteToken, { params: { id } });
    await expect.poll(() => stream.hasEnded()).toBe(true);
    expect([tab.hasEnded(), many.at(-1)?.hasEnded()]).toEqual([false, false]);
  });
});
