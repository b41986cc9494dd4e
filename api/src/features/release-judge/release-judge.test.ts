import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  abortShare,
  deleteAllData,
  listAuditLog,
  listNotifications,
  listReleaseShares,
  listRemotes,
  reportRemoteLoad,
  reportVisit,
  shareRelease,
  startImpersonation,
  type BodyOf,
  type JudgedMetric,
  type LoadPhase,
  type VisitReport,
} from '../../contract/index.ts';
import { chanceFrom } from '../../../sandbox/chance.ts';
import { buildUser, type TestUser } from '../../testing/builders.ts';
import { RELEASE_TABLES } from '../../testing/release-tables.ts';
import { setUpApi } from '../../testing/scene.ts';
import { stageVersion } from '../../testing/staged-version.ts';
import { ONE_CONNECTION, type Caller, type TestProcess } from '../../testing/test-api.ts';
import { emptyTables } from '../../testing/test-database.ts';
import { buildRemote, buildShell } from '../../testing/web-root.ts';
import { notifyAdministrators } from '../notifications/notify-administrators.repository.ts';
import { isIn } from '../remotes/share-assignment.ts';
import { judgedPeopleRepository } from './judged-people.repository.ts';

const NAME = 'mf_history';
const [BASE, CANDIDATE] = ['1.0.0', '1.1.0'];
const EMPTY: VisitReport = { shell: '/main.f54d0789.js', views: [], errors: [], failedCalls: [], vitals: [] };
const api = setUpApi();
let other: TestProcess;
let boss: TestUser;
let admin: Caller;
/** People who are given the candidate, and people who keep the base. */
let tried: TestUser[];
let kept: TestUser[];
let shareId: number;

beforeAll(async () => {
  other = await api.another();
});
beforeEach(async () => {
  await emptyTables(api.db, ...RELEASE_TABLES, 'notifications');
  boss = await buildUser(api.db, { role: 'admin', name: 'Mei Tan' });
  admin = api.as(boss);
  for (const folder of ['mf-history', 'mf-media']) buildRemote(api.config.WEB_ROOT, folder);
  buildShell(api.config.WEB_ROOT);
  await api.app.remotes.registerBuiltIns();
  await stageVersion(api, 'mf-history', CANDIDATE);
  tried = [];
  kept = [];
});

async function begin(body: Partial<BodyOf<typeof shareRelease>> = {}): Promise<void> {
  const { body: share } = await admin.call(shareRelease, {
    params: { name: NAME },
    body: { version: CANDIDATE, percent: 50, ...body },
  });
  shareId = share.id;
  while (tried.length < 3 || kept.length < 2) {
    const user = await buildUser(api.db);
    (isIn({ id: shareId, percent: 50, people: [] }, user.facebookId) ? tried : kept).push(user);
  }
}

const poll = (job: string, at: TestProcess = api) =>
  [...at.app.releaseJudge.jobs, ...at.app.remotes.jobs].find(({ name }) => name === job)?.run();
const judge = (at: TestProcess = api) => poll('judge-shares', at);
const failsToLoad = (user: TestUser, phase: LoadPhase | null = 'render', version = CANDIDATE) =>
  api.as(user).call(reportRemoteLoad, { body: { name: NAME, version, phase, durationMs: 10 } });
const visits = (user: TestUser | null, part: Partial<VisitReport>) =>
  api.as(user).call(reportVisit, { body: { ...EMPTY, ...part } });
const sees = (user: TestUser, version: string) => visits(user, { views: [{ name: NAME, version, count: 1 }] });
const share = async () => (await admin.call(listReleaseShares)).body[0];
const versionOf = async (user: TestUser) =>
  (await api.as(user).call(listRemotes)).body.remotes.find(({ name }) => name === NAME)?.version;

/** So many more people, of whom so many met it. */
async function meet(isCandidate: boolean, people: number, metric: JudgedMetric, met: number): Promise<void> {
  const { tell } = judgedPeopleRepository(api.db);
  for (let n = 0; n < people; n += 1)
    await tell({
      shareId,
      person: Buffer.from(`${isCandidate} ${n}`),
      isCandidate,
      isNamed: false,
      isSeen: true,
      met: n < met ? [metric] : [],
    });
  await api.stored.releaseSharePeople.age('1 minute', ['first_at', 'seen_at', 'failed_at']);
}

test('a version that two people in a row cannot use is taken back from everybody, once', async () => {
  await begin();
  for (const user of kept) await sees(user, BASE);
  const [first, second] = tried as [TestUser, TestUser];
  await failsToLoad(first);
  await judge();
  expect((await share())?.state).toBe('growing');
  await failsToLoad(second, 'import');
  await Promise.all([judge(), judge(other), judge(), judge(other)]);

  const figures = `2 of 2 people couldn't use a screen in ${CANDIDATE}, against 0 of ${kept.length} in ${BASE}.`;
  expect(await share()).toMatchObject({
    state: 'taken-back',
    reason: { code: 'worse', message: figures },
  });
  for (const user of [...tried, ...kept]) expect(await versionOf(user)).toBe(BASE);
  const told = (await admin.call(listNotifications)).body.notifications;
  expect(told.map(({ description }) => description)).toEqual([
    `We took back the new version of mf_history. ${figures}`,
  ]);
  expect((await api.as(first).call(listNotifications)).body.notifications).toEqual([]);
  const lines = (await admin.call(listAuditLog, { query: {} })).body.entries.filter(
    ({ action }) => action === 'releases.share-taken-back',
  );
  expect(lines).toMatchObject([
    { actor: { name: 'Pagecast' }, subject: NAME, after: { version: BASE, takenBack: CANDIDATE, met: 2, people: 2 } },
  ]);
  expect(await api.stored.releaseSharePeople.rows()).toEqual([]);
});

describe('nothing is taken back for', () => {
  test('one person, however often', async () => {
    await begin();
    for (let n = 0; n < 5; n += 1) await failsToLoad(tried[0] as TestUser);
    await judge();
    expect(await share()).toMatchObject({
      state: 'growing',
      verdict: { kind: 'too-few', message: 'Too few people to tell: 1 of at least 20.' },
    });
  });

  test('people who do not have the version, or are not logged in, or impersonate somebody', async () => {
    await begin();
    for (const user of kept) await failsToLoad(user);
    await api
      .as(null)
      .call(reportRemoteLoad, { body: { name: NAME, version: CANDIDATE, phase: 'render', durationMs: 1 } });
    const [first, second] = tried as [TestUser, TestUser];
    await admin.call(startImpersonation, { body: { facebookId: first.facebookId } });
    await admin.call(reportRemoteLoad, { body: { name: NAME, version: CANDIDATE, phase: 'render', durationMs: 1 } });
    await failsToLoad(second);
    expect(await api.stored.releaseSharePeople.rows()).toHaveLength(1);
  });

  test('pages of another time, such as from a process that does not know the key of the version', async () => {
    await begin();
    for (const user of tried) await failsToLoad(user, 'contract');
    await judge();
    expect(await share()).toMatchObject({ state: 'growing' });
    expect(await api.stored.releaseSharePeople.rows()).toEqual([]);
  });

  test('what the version before does to its people, too', async () => {
    await begin();
    for (const user of kept) await failsToLoad(user, 'render', BASE);
    for (const user of tried) await failsToLoad(user);
    await judge();
    expect((await share())?.state).toBe('growing');
  });

  test('what somebody met in the version before already', async () => {
    await begin();
    const stayed = kept[0] as TestUser;
    await failsToLoad(stayed, 'render', BASE);
    await api.stored.releaseShares.change({ people: [stayed.facebookId] });
    await failsToLoad(stayed);
    expect(await api.stored.releaseSharePeople.rows()).toMatchObject([
      { is_candidate: true, is_named: true, met_candidate: 0, met_base: 2, failed_at: null },
    ]);
  });
});

test('a version that more people meet errors in is taken back with the figures', async () => {
  await begin({ percent: 5 });
  await meet(false, 60, 'error', 1);
  await meet(true, 14, 'error', 5);
  await judge();
  expect((await share())?.reason?.message).toBe(
    `5 of 14 people met an error in ${CANDIDATE}, against 1 of 60 in ${BASE}.`,
  );
});

test('three in a row who wait are enough, and who meet failed calls where others did before are not', async () => {
  const base = { name: NAME, version: BASE };
  const failedCalls = [{ outcome: '5xx' as const, frames: [], screen: base, count: 1 }];
  await visits(await buildUser(api.db), { views: [{ ...base, count: 1 }], failedCalls });
  await begin();
  await meet(false, 30, 'error', 0);
  const of = { name: NAME, version: CANDIDATE };
  for (const user of tried.slice(0, 3))
    await visits(user, { failedCalls: failedCalls.map((call) => ({ ...call, screen: of })) });
  await judge();
  expect((await share())?.state).toBe('growing');
  for (const user of tried.slice(0, 3)) await visits(user, { vitals: [{ ...of, metric: 'INP', value: 900 }] });
  await judge();
  expect((await share())?.reason?.message).toBe(
    `3 of 3 people waited over half a second after a click in ${CANDIDATE}, against 0 of 30 in ${BASE}.`,
  );
});

test('a plan waits until enough people can tell, and goes on when they are no worse off', async () => {
  await begin({ plan: [{ percent: 70, afterMinutes: 1 }] });
  await api.stored.releaseShares.age('1 day', ['step_at']);
  await meet(true, 20, 'error', 0);
  await meet(false, 19, 'error', 0);
  await judge();
  await poll('grow-shares');
  expect(await share()).toMatchObject({
    percent: 50,
    verdict: { message: 'Too few people to tell: 19 of at least 20 with the version before.' },
  });
  await meet(false, 20, 'error', 0);
  await judge();
  expect((await share())?.verdict?.message).toBe('No worse so far, for 20 people.');
  await poll('grow-shares');
  expect((await share())?.percent).toBe(70);
});

test('a verdict of a minute ago lets nothing grow', async () => {
  await begin({ plan: [{ percent: 70, afterMinutes: 1 }] });
  await api.stored.releaseShares.age('1 day', ['step_at']);
  for (const isCandidate of [true, false]) await meet(isCandidate, 20, 'error', 0);
  await judge();
  await api.stored.releaseShareJudgements.age('61 seconds', ['judged_at']);
  await poll('grow-shares');
  expect((await share())?.percent).toBe(50);
});

test('what administrators have not read of one area stands beside that of another', async () => {
  const why = {
    version: CANDIDATE,
    baseVersion: BASE,
    metric: 'error',
    met: 2,
    people: 2,
    baseMet: 0,
    basePeople: 9,
  } as const;
  for (const area of ['Post History', 'Media Center', 'Post History'])
    await notifyAdministrators(api.db, [], { code: 'release_taken_back', action: null, params: { ...why, area } });
  const told = (await admin.call(listNotifications)).body.notifications.map(({ description }) => description);
  expect(told).toEqual([expect.stringContaining('of Post History.'), expect.stringContaining('of Media Center.')]);
});

test('of whoever was watched nothing is left when a share has ended', async () => {
  await begin();
  for (const user of tried) await sees(user, CANDIDATE);
  expect(JSON.stringify(await api.stored.releaseSharePeople.rows())).not.toContain(tried[0]?.facebookId);
  const [gone] = tried as [TestUser];
  // It asks for no second connection while it has one.
  const narrow = await api.another({}, ONE_CONNECTION);
  expect((await narrow.as(gone).call(deleteAllData)).status).toBe(200);
  expect(await api.stored.releaseSharePeople.rows()).toHaveLength(tried.length - 1);
  await admin.call(abortShare, { params: { name: NAME } });
  await judge();
  expect(await api.stored.releaseSharePeople.rows()).toEqual([]);
});

test('the counts that are judged by are those of the people, whatever happens to them', async () => {
  await begin();
  const { tell, forget, forgetEnded } = judgedPeopleRepository(api.db);
  const next = chanceFrom('people of a share');
  const people = Array.from({ length: 12 }, (_, n) => Buffer.from(`${n}`));
  const counted = async () =>
    (await api.stored.releaseShareCounts.rows({}, 'is_named', 'is_candidate', 'met_candidate', 'met_base', 'people'))
      .filter(({ people: many }) => many !== 0)
      .map((row) => JSON.stringify(row));
  const recounted = async () => {
    const rows = await api.stored.releaseSharePeople.rows({}, 'is_named', 'is_candidate', 'met_candidate', 'met_base');
    return [...Map.groupBy(rows, (row) => JSON.stringify(row)).values()].map((alike) =>
      JSON.stringify({ ...alike[0], people: alike.length }),
    );
  };
  for (let n = 0; n < 120; n += 1) {
    const person = people[Math.floor(next() * people.length)] as Buffer;
    if (next() < 0.15) await forget(shareId, person);
    else
      await tell({
        shareId,
        person,
        isCandidate: next() < 0.5,
        isNamed: next() < 0.2,
        isSeen: next() < 0.5,
        met: next() < 0.4 ? ['error', 'slow'] : [],
      });
    if (n % 10 === 9) expect((await counted()).toSorted()).toEqual((await recounted()).toSorted());
  }
  await forgetEnded();
  expect(await recounted()).not.toEqual([]);
  await admin.call(abortShare, { params: { name: NAME } });
  await forgetEnded();
  expect([...(await recounted()), ...(await api.stored.releaseShareCounts.rows())]).toEqual([]);
});

test('screens that stop answering, errors as they are drawn and slow presses are taken down', async () => {
  await begin();
  const [stuck, thrown, slow] = tried as [TestUser, TestUser, TestUser];
  const of = { name: NAME, version: CANDIDATE };
  await visits(stuck, { troubles: [{ ...of, trouble: 'stuck' }] });
  await visits(thrown, {
    errors: [{ kind: 'rejection', name: 'TypeError', message: '', frames: [], screen: of, count: 9 }],
    failedCalls: [
      { outcome: '5xx', frames: [], screen: of, count: 1 },
      { outcome: '4xx', frames: [], screen: of, count: 1 },
    ],
  });
  await visits(slow, { views: [{ ...of, count: 1 }], vitals: [{ ...of, metric: 'INP', value: 600 }] });
  const rows = await api.stored.releaseSharePeople.rows({ is_candidate: true });
  const bits = rows.map((row) => (row as { met_candidate: number }).met_candidate).toSorted((a, b) => a - b);
  // By their places in the list: broken; error and call; freeze and slow.
  expect(bits).toEqual([2, 4 + 8, 16 + 32]);
});
