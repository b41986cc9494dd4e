import fs from 'node:fs';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  abortReleasedArea,
  abortShare,
  createPreviewLink,
  createReleaseToken,
  deleteAllData,
  listAuditLog,
  listReleaseShares,
  listReleases,
  listRemotes,
  moveRelease,
  openPreview,
  promoteReleasedArea,
  promoteShare,
  shareRelease,
  shareReleasedArea,
  startImpersonation,
  type BodyOf,
  type ReleaseRight,
} from '../../contract/index.ts';
import { buildUser, type TestUser } from '../../testing/builders.ts';
import { RELEASE_TABLES } from '../../testing/release-tables.ts';
import { setUpApi } from '../../testing/scene.ts';
import { stageVersion } from '../../testing/staged-version.ts';
import { cookieOf, type Caller, type TestProcess } from '../../testing/test-api.ts';
import { emptyTables } from '../../testing/test-database.ts';
import { buildRemote, buildShell } from '../../testing/web-root.ts';
import { isIn } from './share-assignment.ts';

const [A, B] = ['a'.repeat(8), 'b'.repeat(8)] as const;
const HISTORY = { name: 'mf_history' };
const api = setUpApi();
/** Another process of the same product. */
let other: TestProcess;
/** One that runs signed versions only. */
let strict: TestProcess;
let boss: TestUser;
let admin: Caller;
/** In every share by name. */
let siti: TestUser;
/** In none of them while nobody is by percent. */
let tom: TestUser;
beforeAll(async () => {
  other = await api.another();
  strict = await api.another({ RELEASE_KEYS: [{ name: 'ci', key: `${'A'.repeat(43)}=` }] });
});
beforeEach(async () => {
  await emptyTables(api.db, ...RELEASE_TABLES);
  for (const folder of [api.app.remotes.releasesDir, api.config.WEB_ROOT])
    fs.rmSync(folder, { recursive: true, force: true });
  boss = await buildUser(api.db, { role: 'admin', name: 'Mei Tan' });
  admin = api.as(boss);
  [siti, tom] = [await buildUser(api.db, { name: 'Siti' }), await buildUser(api.db, { name: 'Tom' })];
  buildRemote(api.config.WEB_ROOT, 'mf-history');
  buildShell(api.config.WEB_ROOT, A);
  await api.app.remotes.registerBuiltIns();
  await stageVersion(api, 'mf-history', '1.1.0');
});

type Share = BodyOf<typeof shareRelease>;
const share = (body: Partial<Share> = {}, caller = admin, params = HISTORY) =>
  caller.call(shareRelease, { params, body: { version: '1.1.0', percent: 5, ...body } });
const withSiti = (body: Partial<Share> = {}) => share({ percent: 0, people: [siti.facebookId], ...body });
const promote = (body: BodyOf<typeof promoteShare> = {}) => admin.call(promoteShare, { params: HISTORY, body });
const abort = () => admin.call(abortShare, { params: HISTORY });
const growing = async () =>
  (await admin.call(listReleaseShares)).body.find(({ state, name }) => state === 'growing' && name === 'mf_history');
const ended = async () => (await admin.call(listReleaseShares)).body.find(({ state }) => state !== 'growing');
const current = async () =>
  (await admin.call(listReleases)).body
    .find(({ name }) => name === 'mf_history')
    ?.releases.find(({ status }) => status === 'current')?.version;
const audited = async () => (await admin.call(listAuditLog)).body.entries;
const holder = async (rights: ReleaseRight[], area = 'mf-history'): Promise<Caller> =>
  api.withToken((await admin.call(createReleaseToken, { body: { name: 'CI', area, rights } })).body.token);
/** The steps of plans, as every process polls for them. */
const poll = async (at: TestProcess = api) => at.app.remotes.jobs.find(({ name }) => name === 'grow-shares')?.run();
/** The next step is due, of a version that is no worse than the one before. */
async function dueNow(since = '1 day'): Promise<void> {
  await api.stored.releaseShares.age(since, ['step_at']);
  const [id] = await api.stored.releaseShares.values<number>('id', { state: 'growing' });
  const verdict = JSON.stringify({ kind: 'no-worse', people: 30, basePeople: 500 });
  await api.stored.releaseShareJudgements.put({ share_id: id, verdict, judged_at: new Date() }, 'share_id');
}

/** Which version of the area the list of areas and the page say, and the shell of that page. */
async function shown(caller: Caller): Promise<string> {
  const listed = (await caller.call(listRemotes)).body.remotes.map(({ version }) => version).join();
  const page = await (await caller.fetch('/history')).text();
  const inlined = JSON.parse(/id="remotes">(.*?)<\/script>/.exec(page)?.[1] ?? '') as {
    remotes: { version: string }[];
  };
  expect(inlined.remotes.map(({ version }) => version).join()).toBe(listed);
  return `${listed} in ${/main\.(\w)/.exec(page)?.[1]}`;
}

describe('a version that is shared', () => {
  test('is for people who are named, on every server and in every login', async () => {
    expect(await withSiti()).toMatchObject({
      status: 200,
      body: { version: '1.1.0', baseVersion: '1.0.0', percent: 0, state: 'growing', next: { percent: 100, at: null } },
    });
    for (const process of [api, other]) {
      expect(await shown(process.as(siti))).toBe('1.1.0 in a');
      expect(await shown(process.as(tom))).toBe('1.0.0 in a');
      expect(await shown(process.as(null))).toBe('1.0.0 in a');
    }
    const [release] = (await api.as(siti).call(listRemotes)).body.remotes;
    expect(release?.previous?.version).toBe('1.0.0');
    expect(await current()).toBe('1.0.0');
  });

  test('is for a percentage of all people, and each of them keeps it while it grows', async () => {
    const { id } = (await share({ percent: 40 })).body;
    const people = await Promise.all(Array.from({ length: 8 }, () => buildUser(api.db)));
    const expected = (percent: number) =>
      people.map(({ facebookId }) => (isIn({ id, percent, people: [] }, facebookId) ? '1.1.0 in a' : '1.0.0 in a'));
    const versions = () => Promise.all(people.map((person) => shown(api.as(person))));
    expect(await versions()).toEqual(expected(40));
    await share({ percent: 80 });
    expect(await versions()).toEqual(expected(80));
  });

  test('becomes current with its last step, and the share ends with it', async () => {
    await share();
    expect(await promote()).toMatchObject({ status: 200, body: { state: 'promoted', next: null } });
    expect(await current()).toBe('1.1.0');
    expect([await shown(api.as(tom)), await growing()]).toEqual(['1.1.0 in a', undefined]);
    expect(await ended()).toMatchObject({ state: 'promoted', reason: { code: 'by-hand', message: null } });
    expect((await audited()).slice(0, 2)).toMatchObject([
      {
        action: 'releases.moved',
        actor: { name: 'Mei Tan' },
        before: { version: '1.0.0' },
        after: { version: '1.1.0', sharedBefore: '5% of people' },
      },
      { action: 'releases.share-started', before: { version: '1.0.0' }, after: { version: '1.1.0', percent: 5 } },
    ]);
  });

  test('is taken back by hand from everybody, and is kept', async () => {
    await withSiti();
    expect(await abort()).toMatchObject({ status: 200, body: { state: 'aborted', reason: { code: 'by-hand' } } });
    expect([await shown(api.as(siti)), await shown(other.as(siti))]).toEqual(['1.0.0 in a', '1.0.0 in a']);
    expect((await audited())[0]).toMatchObject({
      action: 'releases.share-aborted',
      before: { version: '1.1.0', named: 1 },
      after: { version: '1.0.0' },
    });
    expect(await abort()).toMatchObject({
      status: 404,
      body: { message: 'No version of mf_history is being shared.' },
    });
    expect((await withSiti()).status).toBe(200);
  });

  test('is that of the shell, too', async () => {
    await stageVersion(api, 'shell', B);
    const shared = await share({ version: `1.0.0-${B}`, percent: 0, people: [siti.facebookId] }, admin, {
      name: 'shell',
    });
    expect(shared.status).toBe(200);
    expect([await shown(api.as(siti)), await shown(other.as(siti))]).toEqual(['1.0.0 in b', '1.0.0 in b']);
    expect([await shown(api.as(tom)), await shown(api.as(null))]).toEqual(['1.0.0 in a', '1.0.0 in a']);
    await admin.call(promoteShare, { params: { name: 'shell' } });
    expect(await shown(other.as(null))).toBe('1.0.0 in b');
  });

  test('gives way to a preview, and is what an administrator sees who impersonates one of its people', async () => {
    await stageVersion(api, 'mf-history', '1.2.0');
    await withSiti();
    const { url } = (await admin.call(createPreviewLink, { params: HISTORY, body: { version: '1.2.0' } })).body;
    const key = new URL(url).searchParams.get('key') ?? '';
    const impersonating = cookieOf(
      (await admin.call(startImpersonation, { body: { facebookId: siti.facebookId } })).headers,
    );
    expect(await shown(api.withCookie(impersonating))).toBe('1.1.0 in a');
    const opened = await api
      .withCookie(impersonating)
      .call(openPreview, { body: { name: 'mf_history', version: '1.2.0', key } });
    const previewing = `${impersonating}; ${cookieOf(opened.headers)}`;
    expect(await shown(api.withCookie(previewing))).toBe('1.2.0 in a');
    await abort();
    expect(await shown(api.withCookie(previewing))).toBe('1.2.0 in a');
  });

  test('of an area that nobody had is there for its people alone', async () => {
    await stageVersion(api, 'mf-post-ideas', '0.1.0');
    await share({ version: '0.1.0', percent: 0, people: [siti.facebookId] }, admin, { name: 'mf-post-ideas' });
    expect([await shown(api.as(siti)), await shown(api.as(tom))]).toEqual(['1.0.0,0.1.0 in a', '1.0.0 in a']);
    await admin.call(abortShare, { params: { name: 'mf_post_ideas' } });
    expect(await shown(api.as(siti))).toBe('1.0.0 in a');
  });

  test('names nobody any more whose account is gone', async () => {
    await withSiti();
    await api.as(siti).call(deleteAllData);
    expect((await growing())?.people).toEqual([]);
  });
});

describe('a plan', () => {
  const plan = [{ percent: 25, afterMinutes: 30 }, { percent: 60 }, { percent: 100, afterMinutes: 60 }];

  test('is taken step by step when its time has come, or by somebody where it says so', async () => {
    const { next } = (await share({ plan })).body;
    expect(next?.percent).toBe(25);
    expect(Math.abs(new Date(next?.at ?? 0).getTime() - Date.now() - 30 * 60_000)).toBeLessThan(5 * 60_000);
    await poll();
    expect((await growing())?.percent).toBe(5);
    await dueNow();
    await poll();
    expect(await growing()).toMatchObject({ percent: 25, next: { percent: 60, at: null } });
    expect((await audited())[0]).toMatchObject({ action: 'releases.share-grown', actor: { name: 'Pagecast' } });
    expect((await promote()).body).toMatchObject({ percent: 60, next: { percent: 100, at: expect.any(String) } });
    await dueNow();
    await poll();
    expect([await current(), await ended()]).toMatchObject([
      '1.1.0',
      { state: 'promoted', reason: { code: 'planned' } },
    ]);
  });

  test('is taken by one of several processes', async () => {
    await share({ plan });
    await dueNow();
    await Promise.all([poll(api), poll(other), poll(api), poll(other)]);
    expect((await growing())?.percent).toBe(25);
    const steps = (await audited()).filter(({ action }) => action === 'releases.share-grown');
    expect(steps).toHaveLength(1);
  });

  test('ends where its version may not go to more people any more', async () => {
    await share({ plan });
    await dueNow();
    fs.rmSync(api.app.remotes.files.folderOf({ name: 'mf_history', version: '1.1.0' }), { recursive: true });
    await poll();
    expect(await ended()).toMatchObject({
      state: 'aborted',
      percent: 5,
      reason: { code: 'refused', message: 'The files of mf_history 1.1.0 are gone, so nobody could load it.' },
    });
    expect(await current()).toBe('1.0.0');
  });
});

describe('a share ends', () => {
  test('when another version is made current', async () => {
    await stageVersion(api, 'mf-history', '1.2.0');
    await withSiti();
    await admin.call(moveRelease, { params: HISTORY, body: { version: '1.2.0', revision: 1 } });
    expect(await shown(api.as(siti))).toBe('1.2.0 in a');
    expect(await ended()).toMatchObject({
      state: 'aborted',
      reason: { code: 'moved', message: 'Version 1.2.0 was made current.' },
    });
  });

  test('when its own version is', async () => {
    await withSiti();
    await admin.call(moveRelease, { params: HISTORY, body: { version: '1.1.0', revision: 1 } });
    expect(await ended()).toMatchObject({ state: 'promoted' });
  });

  test('when an upgrade of the product brings another one, and not at its plain restart', async () => {
    await withSiti();
    await other.app.remotes.registerBuiltIns();
    expect(await shown(api.as(siti))).toBe('1.1.0 in a');
    buildRemote(api.config.WEB_ROOT, 'mf-history', { version: '2.0.0', text: 'upgrade' });
    await api.app.remotes.registerBuiltIns();
    expect(await shown(api.as(siti))).toBe('2.0.0 in a');
    expect((await ended())?.reason?.message).toBe('An upgrade of Pagecast made 2.0.0 current.');
  });

  describe('when a process of a release before shares', () => {
    /** As it moved pointers: nothing but these. */
    async function moved(to: string): Promise<void> {
      await api.stored.remoteReleases.change({ status: 'retired' }, { name: 'mf_history' });
      await api.stored.remoteReleases.change({ status: 'current', current_since: new Date() }, { version: to });
      await api.stored.remotePointers.change({ is_own: true }, { name: 'mf_history' });
    }

    test('makes another version current', async () => {
      await stageVersion(api, 'mf-history', '1.2.0');
      await withSiti({ plan: [{ percent: 50, afterMinutes: 1 }] });
      await moved('1.2.0');
      await dueNow();
      await Promise.all([poll(), poll(other)]);
      expect(await ended()).toMatchObject({
        state: 'aborted',
        reason: { code: 'moved', message: 'Version 1.2.0 was made current.' },
      });
      expect(await shown(api.as(siti))).toBe(await shown(api.as(tom)));
      expect(await current()).toBe('1.2.0');
    });

    test('makes its own version current', async () => {
      await withSiti();
      await moved('1.1.0');
      await poll();
      expect(await ended()).toMatchObject({ state: 'promoted' });
    });

    test('whatever somebody asks of it before that was noticed', async () => {
      await stageVersion(api, 'mf-history', '1.2.0');
      await withSiti();
      await moved('1.2.0');
      expect((await promote()).status).toBe(409);
      expect([await current(), await growing()]).toEqual(['1.2.0', undefined]);
      expect((await withSiti()).status).toBe(200);
      expect((await growing())?.baseVersion).toBe('1.2.0');
    });
  });

  test('and not when more versions are staged than are kept', async () => {
    await withSiti();
    for (const version of ['1.2.0', '1.3.0', '1.4.0', '1.5.0', '1.6.0', '1.7.0'])
      await stageVersion(api, 'mf-history', version);
    expect(await shown(api.as(siti))).toBe('1.1.0 in a');
    await abort();
    await stageVersion(api, 'mf-history', '1.8.0');
    // Pages that are open still ask for its files.
    expect(await api.app.remotes.files.has({ name: 'mf_history', version: '1.1.0' })).toBe(true);
  });
});

describe('nobody shares', () => {
  test('by what makes no sense', async () => {
    const asked: [string, object, number, string][] = [
      ['nothing with nobody', { percent: 0 }, 400, 'percent: Must be at least 1 where nobody is named'],
      ['with everybody at once', { percent: 100 }, 400, 'make it current'],
      ['with more than everybody', { percent: 101 }, 400, 'percent'],
      ['with less than nobody', { percent: -1 }, 400, 'percent'],
      ['by halves', { percent: 5.5 }, 400, 'percent'],
      ['by a text', { percent: '5' }, 400, 'percent'],
      ['what is not staged', { version: '9.9.9' }, 404, 'mf_history has no version 9.9.9. It has: 1.1.0, 1.0.0.'],
      ['what is current', { version: '1.0.0' }, 409, 'mf_history 1.0.0 is current already.'],
      ['with strangers', { people: ['4711'] }, 400, 'people: Nobody who uses this Pagecast has the Facebook ID 4711'],
      ['with what is no id', { people: ["1' or true"] }, 400, 'Must be a Facebook ID'],
      ['by a plan that shrinks', { plan: [{ percent: 4 }] }, 400, 'plan: Each step must have more percent'],
      ['by a plan that hurries', { plan: [{ percent: 25, afterMinutes: 0 }] }, 400, 'afterMinutes'],
      ['by a plan without end', { plan: Array.from({ length: 11 }, (_, n) => ({ percent: n + 6 })) }, 400, 'plan'],
    ];
    for (const [what, body, status, message] of asked) {
      const answer = await share(body);
      expect([what, answer.status, answer.body]).toMatchObject([
        what,
        status,
        { message: expect.stringContaining(message) },
      ]);
    }
    expect(await growing()).toBeUndefined();
  });

  test('a second version of an area, or the same one with fewer people', async () => {
    await stageVersion(api, 'mf-history', '1.2.0');
    await share({ percent: 25, people: [siti.facebookId] });
    expect(await share({ version: '1.2.0' })).toMatchObject({
      status: 409,
      body: {
        message: expect.stringContaining('mf_history 1.1.0 is shared with 25% of people and 1 by name already.'),
      },
    });
    expect(await share({ percent: 5 })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('Abort it to take it back.') },
    });
    expect((await share({ percent: 50, people: [tom.facebookId] })).body).toMatchObject({
      percent: 50,
      people: [siti.facebookId, tom.facebookId],
    });
    expect((await share({ percent: 100 })).body.state).toBe('promoted');
  });

  test('what nobody signed, and it grows no further where that is asked for meanwhile', async () => {
    const refusal = { status: 422, body: { message: expect.stringContaining("isn't signed") } };
    const strictly = strict.as(boss);
    expect(await share({}, strictly)).toMatchObject(refusal);
    await share({ plan: [{ percent: 25, afterMinutes: 1 }] });
    expect(await strictly.call(promoteShare, { params: HISTORY })).toMatchObject(refusal);
    await dueNow();
    await poll(strict);
    expect(await ended()).toMatchObject({ state: 'aborted', percent: 5, reason: { code: 'refused' } });
  });

  test('a step is left to the processes that know the key, while a new one is being rolled out', async () => {
    await share({ plan: [{ percent: 25, afterMinutes: 1 }] });
    await dueNow('2 minutes');
    await poll(strict);
    expect(await growing()).toMatchObject({ percent: 5 });
    await poll();
    expect(await growing()).toMatchObject({ percent: 25 });
  });

  test('a version whose robot failed, but for a reason, which holds while it grows', async () => {
    await api.stored.remoteReleases.change({ robot_outcome: 'failed', robot_at: new Date() }, { version: '1.1.0' });
    expect(await share()).toMatchObject({ status: 409, body: { needsRobot: true } });
    expect((await share({ withoutRobot: true })).status).toBe(200);
    expect((await audited())[0]).toMatchObject({ after: { withoutRobot: 'by hand' } });
    expect((await promote()).body.state).toBe('promoted');
  });

  test('a version on paths that one in another share has', async () => {
    await stageVersion(api, 'mf-media', '1.0.0', { paths: ['/media', '/shots'] });
    await stageVersion(api, 'mf-history', '1.2.0', { paths: ['/history', '/shots'] });
    await share({ version: '1.0.0' }, admin, { name: 'mf_media' });
    expect(await share({ version: '1.2.0' })).toMatchObject({
      status: 409,
      body: { message: "mf_history 1.2.0 serves /shots, which is mf_media's: each path belongs to one remote." },
    });
  });
});

describe('of several who change a share at once', () => {
  test('one begins it, and the others are told', async () => {
    await stageVersion(api, 'mf-history', '1.2.0');
    const answers = await Promise.all([
      share({ version: '1.1.0' }),
      share({ version: '1.2.0' }, other.as(boss)),
      share({ version: '1.1.0', percent: 9 }, other.as(boss)),
    ]);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.every(({ status }) => [400, 409].includes(status))).toBe(true);
    expect(refused.length).toBeGreaterThan(0);
    expect((await api.stored.releaseShares.rows({ state: 'growing' })).length).toBe(1);
  });

  test('one takes the next step, whatever the others saw', async () => {
    await share({ plan: [{ percent: 25 }, { percent: 60 }] });
    const { id = 0, percent } = (await growing()) ?? {};
    const seen = { id, ...(percent !== undefined && { percent }) };
    const answers = await Promise.all([
      promote({ seen }),
      promote({ seen }),
      other.as(boss).call(promoteShare, { params: HISTORY, body: { seen } }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect((await growing())?.percent).toBe(25);
    expect((await promote({ seen })).body).toMatchObject({
      message: 'Somebody else changed the share of mf_history first. Look at it, then try again.',
    });
  });

  test('all who name people are heard', async () => {
    await share();
    const more = await Promise.all([siti, tom, boss].map(({ facebookId }) => share({ people: [facebookId] })));
    expect(more.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await growing())?.people.toSorted()).toEqual([siti, tom, boss].map((one) => one.facebookId).toSorted());
  });

  test('one promotes or aborts it', async () => {
    await share();
    const statuses = (await Promise.all([promote(), abort()])).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    const { state } = (await ended()) ?? {};
    expect([state, await current()]).toEqual(state === 'promoted' ? ['promoted', '1.1.0'] : ['aborted', '1.0.0']);
  });
});

describe('a token', () => {
  const body = { version: '1.1.0', percent: 5 };

  test('that may make newer versions current shares them, and the log names it', async () => {
    const team = await holder(['move']);
    expect((await team.call(shareReleasedArea, { params: { name: 'mf-history' }, body })).status).toBe(200);
    expect((await audited())[0]).toMatchObject({
      actor: { name: 'Release token CI' },
      after: { token: 'CI', percent: 5 },
    });
    expect((await team.call(abortReleasedArea, { params: HISTORY })).body.state).toBe('aborted');
    await team.call(shareReleasedArea, { params: HISTORY, body });
    expect((await team.call(promoteReleasedArea, { params: HISTORY })).body.state).toBe('promoted');
    expect(await team.call(shareReleasedArea, { params: HISTORY, body: { ...body, version: '1.0.0' } })).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('may not go back to older versions of mf_history') },
    });
  });

  test.each<[string, ReleaseRight[], string]>([
    ['of another area', ['stage', 'move', 'rollback'], 'mf-media'],
    ['that only stages', ['stage'], 'mf-history'],
  ])('%s does nothing', async (_what, rights, area) => {
    const team = await holder(rights, area);
    const asked = { params: HISTORY };
    expect((await team.call(shareReleasedArea, { ...asked, body })).status).toBe(403);
    await share();
    expect((await team.call(promoteReleasedArea, asked)).status).toBe(403);
    expect((await team.call(abortReleasedArea, asked)).status).toBe(403);
    // Nor where administrators do.
    expect((await team.call(abortShare, asked)).status).toBe(401);
    expect((await growing())?.percent).toBe(5);
  });

  test('that may go back aborts', async () => {
    await share();
    const team = await holder(['rollback']);
    expect((await team.call(promoteReleasedArea, { params: HISTORY })).status).toBe(403);
    expect((await team.call(abortReleasedArea, { params: HISTORY })).status).toBe(200);
  });
});
