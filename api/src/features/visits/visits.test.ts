import fs from 'node:fs';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  listVersionErrors,
  listVersionFigures,
  reportVisit,
  startImpersonation,
  type VisitReport,
} from '../../contract/index.ts';
import { buildUser, type TestUser } from '../../testing/builders.ts';
import { beginTransaction, lockTable } from '../../testing/database-state.ts';
import { setUpApi } from '../../testing/scene.ts';
import { cookieOf } from '../../testing/test-api.ts';
import { buildRemote, buildShell } from '../../testing/web-root.ts';
import { areaFiguresRepository } from './area-figures.repository.ts';

const api = setUpApi();
let boss: TestUser;
let people: TestUser[];
beforeAll(async () => {
  boss = await buildUser(api.db, { role: 'admin' });
  people = [await buildUser(api.db), await buildUser(api.db), await buildUser(api.db)];
  const { WEB_ROOT: webRoot } = api.config;
  for (const folder of ['mf-history', 'mf-admin']) buildRemote(webRoot, folder);
  buildShell(webRoot);
  await api.app.remotes.registerBuiltIns();
  const folder = path.join(api.app.remotes.releasesDir, 'mf_history/1.0.0');
  fs.writeFileSync(path.join(folder, FILE), 'throw new Error(`No page is called ${e.title} any more`)');
  fs.writeFileSync(path.join(folder, `${FILE}.map`), JSON.stringify(MAP));
});
beforeEach(async () => {
  await api.stored.areaFigures.remove();
  await api.stored.areaErrors.remove();
  await api.stored.rateLimits.remove();
});

const FILE = '4.7b0ae17c.js';
/** Its first column is line 3 of list.tsx. */
const MAP = {
  version: 3,
  sources: ['webpack://mf_history_1/./src/published/list.tsx'],
  sourcesContent: ['one\ntwo\n  throw new Error(...);'],
  names: [],
  mappings: 'AAEA',
};
const HISTORY = { name: 'mf_history', version: '1.0.0' };
const SHELL = { name: 'shell', version: null };
const FRAMES = [{ file: `/remotes/mf_history/1.0.0/${FILE}`, line: 1, column: 1 }];
const EMPTY: VisitReport = { shell: '/main.f54d0789.js', views: [], errors: [], failedCalls: [], vitals: [] };
const thrown = (part: Partial<VisitReport['errors'][number]> = {}) => ({
  kind: 'error' as const,
  name: 'TypeError',
  message: 'No page is called Kaya toast any more',
  frames: FRAMES,
  screen: null,
  count: 1,
  ...part,
});
const report = async (as: TestUser | null, part: object) =>
  (await api.as(as).call(reportVisit, { body: { ...EMPTY, ...part } })).status;
const figures = async () => (await api.as(boss).call(listVersionFigures)).body;
const errors = async () => (await api.as(boss).call(listVersionErrors, { params: HISTORY })).body;

test('what several people meet is counted together, by version, with how many they were', async () => {
  for (const person of people) {
    await report(person, {
      views: [
        { ...HISTORY, count: 10 },
        { ...SHELL, count: 1 },
      ],
    });
  }
  const [first, second] = people;
  for (const person of [first, second, first] as TestUser[])
    await report(person, {
      errors: [thrown()],
      failedCalls: [
        { outcome: '5xx', frames: FRAMES, screen: null, count: 2 },
        { outcome: '4xx', frames: [], screen: HISTORY, count: 1 },
      ],
      vitals: [
        { ...HISTORY, metric: 'LCP', value: 1000 },
        { ...HISTORY, metric: 'INP', value: 80 },
        { ...HISTORY, metric: 'CLS', value: 0.05 },
      ],
    });
  const found = await figures();
  expect(found.find(({ name }) => name === 'shell')).toMatchObject({ version: '1.0.0-f54d0789', views: 3, people: 3 });
  expect(found.find(({ name }) => name === 'mf_history')).toEqual({
    ...HISTORY,
    views: 30,
    people: 3,
    errors: 3,
    peopleWithErrors: 2,
    failedCalls: 6,
    peopleWithFailedCalls: 2,
    refusedCalls: 3,
    lcpMs: expect.closeTo(1000, -2) as number,
    inpMs: expect.closeTo(80, -1) as number,
    cls: expect.closeTo(0.05, 2) as number,
  });
  const metrics = await (await api.as(null).fetch('/metrics')).text();
  expect(metrics).toMatch(/area_figures_total\{area="mf_history",release="current",figure="error"\} 3/);
  expect(metrics).toMatch(/area_web_vitals_count\{area="mf_history",release="current",metric="INP"\} 3/);
});

test('an error is kept once for its place, as it was written, and says nothing of anybody', async () => {
  for (const person of people) await report(person, { errors: [thrown({ count: 2 })] });
  const { errors: found, total } = await errors();
  expect([total, found.length]).toEqual([1, 1]);
  expect(found[0]).toMatchObject({
    kind: 'error',
    name: 'TypeError',
    message: 'No page is called …',
    count: 6,
    people: 3,
    stack: [{ source: 'src/published/list.tsx', line: 3, column: 1, code: 'throw new Error(...);' }],
  });
  const stored = JSON.stringify([await api.stored.areaErrors.rows(), await api.stored.areaFigures.rows()]);
  expect(stored).not.toMatch(/Kaya|toast/);
  for (const person of people) expect(stored).not.toContain(person.facebookId);
});

test('a place without a map is told as it runs', async () => {
  await report(people[0] as TestUser, {
    errors: [thrown({ frames: [{ file: '/remotes/mf_history/1.0.0/screen.0a1b2c3d.js', line: 1, column: 9 }] })],
  });
  expect((await errors()).errors[0]).toMatchObject({
    message: '…',
    stack: [{ source: 'screen.0a1b2c3d.js', line: 1, column: 9, function: null, code: null }],
  });
});

describe('what nobody could have met is not counted', () => {
  const elsewhere = (file: string) => thrown({ frames: [{ file, line: 1, column: 1 }] });
  test.each([
    ['a version that is not there', { views: [{ name: 'mf_history', version: '6.6.6', count: 1 }] }],
    ['an area that is not there', { views: [{ name: 'mf_nothing', version: '1.0.0', count: 1 }] }],
    ['an area for administrators', { views: [{ name: 'mf_admin', version: '1.0.0', count: 1 }] }],
    ['an override', { views: [{ name: 'mf_history', version: 'override', count: 1 }] }],
    ['code from elsewhere', { errors: [elsewhere('https://evil.example/remotes/mf_history/1.0.0/x.js')] }],
    ['a way out of the folder', { errors: [elsewhere('/remotes/mf_history/1.0.0/../../../../secret.key')] }],
    ['another shell', { shell: '/main.00000000.js', views: [{ ...SHELL, count: 1 }] }],
  ])('%s', async (_what, part) => {
    expect(await report(people[0] as TestUser, part)).toBe(200);
    expect([await api.stored.areaFigures.rows(), await api.stored.areaErrors.rows()]).toEqual([[], []]);
  });

  test('and who is not logged in has met the shell alone, and is no person', async () => {
    await report(null, { views: [{ ...HISTORY, count: 1 }], errors: [thrown()] });
    expect(await figures()).toEqual([]);
    await report(null, { views: [{ ...SHELL, count: 1 }] });
    expect(await figures()).toMatchObject([{ name: 'shell', views: 1, people: 0 }]);
  });
});

test.each([
  ['too many of something', { views: Array.from({ length: 21 }, () => ({ ...HISTORY, count: 1 })) }],
  ['too often', { views: [{ ...HISTORY, count: 1001 }] }],
  ['less than nothing', { views: [{ ...HISTORY, count: -1 }] }],
  ['a long message', { errors: [thrown({ message: 'x'.repeat(301) })] }],
  ['a deep stack', { errors: [thrown({ frames: Array.from({ length: 16 }, () => FRAMES[0] as never) })] }],
  ['an address with a query', { errors: [thrown({ frames: [{ file: '/a.js?q=me', line: 1, column: 1 }] })] }],
  ['a place that is none', { errors: [thrown({ frames: [{ file: '/a.js', line: 1.5, column: -1 }] })] }],
  ['a vital that is none', { vitals: [{ ...HISTORY, metric: 'FID', value: 1 }] }],
  ['a value beyond all time', { vitals: [{ ...HISTORY, metric: 'LCP', value: 1e12 }] }],
  ['somebody by name', { person: 'Maria' }],
])('%s is refused', async (_what, part) => {
  expect(await report(people[0] as TestUser, part)).toBe(400);
});

test('other pages report nothing, and one person only so much', async () => {
  const person = await buildUser(api.db);
  const foreign = await api.as(person).fetch(reportVisit.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'https://evil.example' },
    body: JSON.stringify(EMPTY),
  });
  expect(foreign.status).toBe(403);
  const statuses = new Set<number>();
  for (let n = 0; n < 80; n += 20)
    for (const status of await Promise.all(Array.from({ length: 20 }, () => report(person, {})))) statuses.add(status);
  expect([...statuses]).toEqual([200, 429]);
});

test('who acts in the place of somebody is the one who meets it', async () => {
  const [person] = people as [TestUser];
  const begun = await api.as(boss).call(startImpersonation, { body: { facebookId: person.facebookId } });
  const impersonating = api.withCookie(cookieOf(begun.headers));
  const views = [{ ...HISTORY, count: 1 }];
  await report(boss, { views });
  expect((await impersonating.call(reportVisit, { body: { ...EMPTY, views } })).status).toBe(200);
  expect(await figures()).toMatchObject([{ name: 'mf_history', views: 2, people: 1 }]);
});

test('of many reports at once four are worked on, and the others are let go at once', async () => {
  const locked = await beginTransaction(api.db);
  await lockTable(locked, 'remote_releases');
  let answered = 0;
  const all = Array.from({ length: 6 }, async () => {
    const status = await report(null, { views: [{ ...SHELL, count: 1 }] });
    answered += 1;
    return status;
  });
  try {
    await vi.waitFor(() => expect(answered).toBe(2), { timeout: 30_000 });
  } finally {
    await locked.rollback();
  }
  expect(await Promise.all(all)).toEqual(Array.from({ length: 6 }, () => 200));
  expect(await figures()).toMatchObject([{ name: 'shell', views: 4 }]);
});

test('of a fault that goes through everything fifty places are kept, and all of it is counted', async () => {
  for (let from = 0; from < 60; from += 20)
    await report(people[0] as TestUser, {
      errors: Array.from({ length: 20 }, (_, n) =>
        thrown({ frames: [{ file: `/remotes/mf_history/1.0.0/${FILE}`, line: 1, column: from + n }] }),
      ),
    });
  expect((await errors()).total).toBe(50);
  expect((await figures())[0]).toMatchObject({ errors: 60, peopleWithErrors: 1 });
});

test('old counts become coarser and stay the same, older ones go, and a version takes its own along', async () => {
  await report(people[0] as TestUser, { views: [{ ...HISTORY, count: 4 }] });
  const [row] = await api.stored.areaFigures.rows();
  await api.stored.areaFigures.remove();
  const at = (daysAgo: number, minute: number) => {
    const day = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10);
    return new Date(`${day}T10:${minute}:00Z`);
  };
  for (const time of [at(4, 10), at(4, 20), at(5, 10), at(31, 10)])
    await api.stored.areaFigures.add({ ...row, at: time });
  await areaFiguresRepository(api.db).sweep();
  expect((await api.stored.areaFigures.rows({}, 'count')).map(({ count }) => count)).toEqual(
    expect.toSatisfy((counts: unknown[]) => counts.length === 2 && counts.includes(4) && counts.includes(8)),
  );
  expect((await figures())[0]).toMatchObject({ views: 12, people: 1 });
  await report(people[0] as TestUser, { errors: [thrown()] });
  await api.stored.remoteReleases.remove(HISTORY);
  expect([await api.stored.areaFigures.rows(), await api.stored.areaErrors.rows()]).toEqual([[], []]);
});
