import { beforeEach, describe, expect, test } from 'vitest';
import { secretBox } from '../../db/secrets.ts';
import { listNotifications } from '../../contract/notifications.ts';
import { listPages } from '../../contract/pages.ts';
import { buildPage, buildPost, buildUser, TEST_SECRET_KEY, type TestUser } from '../../testing/builders.ts';
import { COMMAND_LINE } from '../audit/audit.repository.ts';
import { configurationRepository } from '../configuration/configuration.repository.ts';
import { pausesRepository } from '../publishing/pauses.repository.ts';
import { masterKey } from './master-keys.ts';
import { acceptNewKey, proveKey, WrongKeyError } from './secret-key.ts';
import { setUpSweptApi } from '../../testing/scene.ts';

const NEW_KEY = 'another key of more than thirty-two characters';
const actor = { person: COMMAND_LINE, impersonated: null, environment: 'production', ip: null } as const;
const deps: Parameters<typeof proveKey>[3] = {
  adminIds: [],
  holdPage: (trx, page, problem) => pausesRepository(trx).holdPage(page, problem),
};

const api = setUpSweptApi();
let owner: TestUser;
let admin: TestUser;
let page: Awaited<ReturnType<typeof buildPage>>;
beforeEach(async () => {
  await api.stored.secretKey.remove();
  [owner, admin] = [await buildUser(api.db), await buildUser(api.db, { role: 'admin' })];
  page = await buildPage(api.db, owner);
});

const prove = (key: string) => proveKey(api.db, [masterKey(key)], 'the file /srv/secret.key', deps);
/** As if no process were there: those of this test have lines of their own. */
const accept = async (key: string) => {
  await api.app.configuration.stop();
  return acceptNewKey(api.db, key, actor, deps);
};

describe('the first process of a database', () => {
  test('leaves a fingerprint that is not the key, and every other one has to have the same key', async () => {
    await prove(TEST_SECRET_KEY);
    await prove(TEST_SECRET_KEY);
    await expect(prove(NEW_KEY)).rejects.toThrow(WrongKeyError);
    const { fingerprint } = (await api.stored.secretKey.first()) as { fingerprint: string };
    expect(fingerprint).not.toContain(TEST_SECRET_KEY);
  });

  test('has to open what an earlier version has sealed, also when that is nothing but tokens', async () => {
    await expect(prove(NEW_KEY)).rejects.toThrow(/the file \/srv\/secret\.key[\s\S]*SECRET_KEY[\s\S]*accept-new-key/);
    expect(await api.stored.secretKey.first()).toBeUndefined();
  });

  test('gives up what an earlier version has sealed with the key of another host', async () => {
    const other = await buildPage(api.db, owner);
    await api.stored.facebookPages.change(
      {
        access_token: secretBox(NEW_KEY).seal('EAAtoken', {
          table: 'facebook_pages',
          column: 'access_token',
          row: 'elsewhere',
        }),
      },
      { id: other.id },
    );
    await prove(TEST_SECRET_KEY);
    expect(await api.stored.facebookPages.values('is_connected')).toEqual([true, false]);
  });
});

test('of two that come at once with keys of their own one is the first', async () => {
  await api.stored.facebookPages.remove();
  await api.stored.users.change({ access_token: null });
  const outcomes = await Promise.allSettled([prove(TEST_SECRET_KEY), prove(NEW_KEY)]);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

describe('a lost key', () => {
  test('leaves posts on hold with a reason, and pages that say that they need to be reconnected', async () => {
    const post = await buildPost(api.db, owner, { facebookPageId: page.id, status: 'scheduled' });
    await accept(NEW_KEY);
    expect((await api.as(owner).call(listPages)).body).toMatchObject([
      { isConnected: false, problem: { code: 'lost_key', action: 'reconnect' } },
    ]);
    expect(await api.stored.posts.first({ id: post }, 'status', 'is_held', 'problem')).toMatchObject({
      status: 'scheduled',
      is_held: true,
      problem: { code: 'lost_key' },
    });
    expect((await api.as(owner).call(listNotifications)).body.notifications).toMatchObject([
      { kind: 'page', description: expect.stringContaining('Reconnect it') },
    ]);
  });

  test('is told to administrators with what they have to type in again', async () => {
    const configured = configurationRepository(api.db, secretBox(TEST_SECRET_KEY));
    await configured.setKey('openai_api_key', 'sk-lost');
    const app = await configured.addApp({
      appId: '4711',
      appSecret: 'lost',
      mode: 'production',
      isActive: true,
      description: null,
    });
    await accept(NEW_KEY);
    expect((await api.as(admin).call(listNotifications)).body.notifications).toMatchObject([
      {
        path: '/admin',
        description: expect.stringMatching(
          /the OpenAI key, the secret of the Facebook app 4711 \(production\).*1 page needs to be reconnected/,
        ),
      },
    ]);
    const now = configurationRepository(api.db, secretBox(NEW_KEY));
    expect(await now.read()).toMatchObject({ openaiApiKey: null, apps: new Map() });
    await expect(now.updateApp(app?.id ?? 0, { isActive: true })).rejects.toThrow('Type it in again');
    await now.updateApp(app?.id ?? 0, { isActive: true, appSecret: 'new' });
    expect((await now.read()).apps.get('production')).toMatchObject({ appSecret: 'new' });
  });

  test('is told once, at the next start, to who is an administrator by the settings of the server alone', async () => {
    const fixed = await buildUser(api.db);
    const notified = async () =>
      (await api.as(fixed).call(listNotifications)).body.notifications.map(({ description }) => description);
    await accept(NEW_KEY);
    expect(await notified()).toEqual([]);
    const start = () =>
      proveKey(api.db, [masterKey(NEW_KEY)], 'the file /srv/secret.key', { ...deps, adminIds: [fixed.facebookId] });
    await start();
    expect(await notified()).toEqual([expect.stringContaining('1 page needs to be reconnected')]);
    await api.stored.notifications.change({ read_at: api.db.fn.now() });
    await start();
    expect(await api.stored.notifications.rows({ group_key: 'system:lost_key' })).toHaveLength(2);
  });

  test('is replaced in the log, and every process starts with the new one', async () => {
    await prove(TEST_SECRET_KEY);
    await accept(NEW_KEY);
    await prove(NEW_KEY);
    await expect(prove(TEST_SECRET_KEY)).rejects.toThrow(WrongKeyError);
    expect(await api.stored.auditLog.latest({}, 'action', 'after')).toEqual({
      action: 'secret-key.replaced',
      after: { pagesToReconnect: 1, toTypeAgain: [] },
    });
  });

  test('is not replaced while a process runs that still has it', async () => {
    const other = await api.another();
    other.app.configuration.start();
    await expect
      .poll(() =>
        acceptNewKey(api.db, NEW_KEY, actor, deps).then(
          () => 'accepted',
          (error: Error) => error.message,
        ),
      )
      .toContain('Stop every process');
  });
});
