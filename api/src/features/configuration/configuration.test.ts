import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  KEY_UNTRIED,
  addFacebookApp,
  createPost,
  currentUser,
  deleteFacebookApp,
  facebookConfig,
  facebookLogin,
  generateContent,
  listAuditLog,
  listEnvironments,
  listFacebookApps,
  readApiConfig,
  readStatus,
  SECRET_MASK,
  testApiKey,
  updateApiConfig,
  updateFacebookApp,
} from '../../contract/index.ts';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { takeTableAway } from '../../testing/database-state.ts';
import { setUpApi, setUpPerson } from '../../testing/scene.ts';
import { testApi, type TestApi } from '../../testing/test-api.ts';
import { emptyTables } from '../../testing/test-database.ts';
import { sessionsRepository } from '../sessions/sessions.repository.ts';

const api = setUpApi();
beforeEach(async () => {
  await emptyTables(api.db, 'users', 'access_entries', 'facebook_apps', 'audit_log');
  await api.stored.apiConfig.change({ mode: 'development', openai_api_key: null, fiztech_api_key: null });
  await api.app.configuration.load();
});
const { me: boss, caller: admin } = setUpPerson(api, { role: 'admin', name: 'Mei Tan' });

const OWN_APP = {
  appId: '555000111',
  appSecret: 'own-app-secret-1f9c',
  appMode: 'production',
  isActive: true,
} as const;
const switchTo = (facebookAppMode: 'development' | 'test' | 'production') =>
  admin.call(updateApiConfig, { body: { facebookAppMode } });

describe('keys', () => {
  test('come back masked save their last four characters, are sealed in the table, and never logged', async () => {
    const { body } = await admin.call(updateApiConfig, { body: { openaiApiKey: 'sk-very-secret-key-9Qx7' } });
    expect(body).toMatchObject({
      openaiApiKey: `${SECRET_MASK}9Qx7`,
      facebookAppSecret: SECRET_MASK,
      facebookAppMode: 'development',
    });
    expect(JSON.stringify(await api.stored.apiConfig.rows())).not.toContain('very-secret');
    expect(JSON.stringify((await admin.call(listAuditLog)).body)).not.toContain('very-secret');
    expect(api.logged.join()).not.toContain('very-secret');
  });

  test('that are left out stay as they are', async () => {
    await admin.call(updateApiConfig, { body: { openaiApiKey: 'sk-very-secret-key-9Qx7' } });
    await admin.call(updateApiConfig, { body: { fiztechApiKey: 'fz-another-secret-7711' } });
    expect((await admin.call(readApiConfig)).body).toMatchObject({
      openaiApiKey: `${SECRET_MASK}9Qx7`,
      fiztechApiKey: `${SECRET_MASK}7711`,
    });
  });

  test('that come back as their mask change nothing', async () => {
    await admin.call(updateApiConfig, { body: { openaiApiKey: 'sk-very-secret-key-9Qx7' } });
    await admin.call(updateApiConfig, { body: { openaiApiKey: `${SECRET_MASK}9Qx7` } });
    expect(api.app.configuration.openaiKey()).toBe('sk-very-secret-key-9Qx7');
    expect(await admin.call(addFacebookApp, { body: { ...OWN_APP, appSecret: SECRET_MASK } })).toMatchObject({
      status: 400,
    });
  });

  test('count from the next call on, in every process', async () => {
    const second = await api.another();
    await admin.call(updateApiConfig, { body: { openaiApiKey: 'sk-wrong-and-refused' } });
    await expect
      .poll(async () => (await second.as(boss).call(readApiConfig)).body.openaiApiKey)
      .toBe(`${SECRET_MASK}used`);
    expect((await second.as(boss).call(generateContent, { body: { prompt: 'Bread' } })).status).toBeGreaterThanOrEqual(
      500,
    );
    await admin.call(updateApiConfig, { body: { fiztechApiKey: 'fz-another-secret-7711' } });
    await admin.call(addFacebookApp, { body: OWN_APP });
    await expect
      .poll(() => [second.app.configuration.fiztechKey(), second.app.configuration.facebookApp('production')?.appId])
      .toEqual(['fz-another-secret-7711', OWN_APP.appId]);
  });

  test('that a process could not read when they changed are read by it all the same', async () => {
    const putBack = await takeTableAway(api.db, 'facebook_apps');
    await api.stored.apiConfig.change({ mode: 'test' });
    await expect.poll(() => api.logged.join()).toContain('configuration.not-read');
    await putBack();
    await expect.poll(() => api.app.configuration.currentEnvironment()).toBe('test');
  });

  test('of the AI are tried first where asked for: a refused one is not kept or told', async () => {
    const before = (await admin.call(readApiConfig)).body.openaiApiKey;
    const save = (openaiApiKey: string, tryFirst = true) =>
      admin.call(updateApiConfig, { body: { openaiApiKey, tryFirst } });
    const refused = await save('sk-wrong-and-refused');
    expect([refused.status, (refused.body as unknown as { message: string }).message]).toEqual([
      400,
      "OpenAI doesn't accept this key, so it wasn't saved. The key in use hasn't changed.",
    ]);
    expect((await admin.call(readApiConfig)).body).toMatchObject({ openaiApiKey: before, isOwnOpenaiKey: false });
    expect(api.logged.join()).not.toContain('wrong-and-refused');

    const right = api.config.OPENAI_API_KEY ?? '';
    expect((await save(right)).body).toMatchObject({ isOwnOpenaiKey: true });
    for (const [http, code] of [
      [429, 'insufficient_quota'],
      [429, 'rate_limit_exceeded'],
    ] as const) {
      const headers = { 'x-should-retry': 'false' };
      await api.sandbox.fault({
        match: { service: 'openai' },
        when: 'before',
        action: { type: 'error', http, code, message: 'no', headers },
        times: 1,
      });
      expect((await save(right)).status).toBe(200);
    }
  });

  test('that an AI which is away cannot try say so, and can be kept all the same', async () => {
    await api.sandbox.fault({ match: { service: 'openai' }, when: 'before', action: { type: 'reset' }, times: 1 });
    const body = { openaiApiKey: 'sk-nobody-knows-7711' };
    expect(await admin.call(updateApiConfig, { body: { ...body, tryFirst: true } })).toMatchObject({
      status: 503,
      body: { code: KEY_UNTRIED },
    });
    expect((await admin.call(readApiConfig)).body.isOwnOpenaiKey).toBe(false);
    expect((await admin.call(updateApiConfig, { body })).body.openaiApiKey).toBe(`${SECRET_MASK}7711`);
  });

  test.each([403, 404, 400])('with which the AI serves nothing (%i) are not kept without a word', async (http) => {
    await api.sandbox.fault({
      match: { service: 'openai' },
      when: 'before',
      action: { type: 'error', http, code: 'unsupported', message: 'no' },
      times: 1,
    });
    const answer = await admin.call(updateApiConfig, { body: { openaiApiKey: 'sk-of-others-3301', tryFirst: true } });
    expect(answer).toMatchObject({ status: 503, body: { code: KEY_UNTRIED } });
    expect(answer.text).toContain("won't write anything with this key");
    expect((await admin.call(readApiConfig)).body.isOwnOpenaiKey).toBe(false);
  });

  test.each(['sk-one\nsk-two', 'sk-one\r\nX-Evil: 1', 'sk-\u0007bell', 'ключ-7711', 'sk-one two', 'sk-\u200b7711'])(
    'that no request can carry (%j) are refused, tried or not',
    async (key) => {
      for (const body of [{ openaiApiKey: key, tryFirst: true }, { openaiApiKey: key }, { fiztechApiKey: key }]) {
        const answer = await admin.call(updateApiConfig, { body });
        expect(answer.status).toBe(400);
        expect(answer.text).toContain('without spaces or line breaks');
      }
      const { isOwnOpenaiKey, isOwnFiztechKey } = (await admin.call(readApiConfig)).body;
      expect([isOwnOpenaiKey, isOwnFiztechKey]).toEqual([false, false]);
    },
  );

  test('can be taken back to those of the server, which is in the log', async () => {
    const before = (await admin.call(readApiConfig)).body;
    await admin.call(updateApiConfig, { body: { openaiApiKey: 'sk-own-1', fiztechApiKey: 'fz-own-1' } });
    const answer = await admin.call(updateApiConfig, { body: { openaiApiKey: null, fiztechApiKey: null } });
    expect(answer.body).toEqual(before);
    expect((await admin.call(listAuditLog)).body.entries.map(({ action }) => action).slice(0, 2)).toEqual([
      'configuration.key-removed',
      'configuration.key-removed',
    ]);
  });

  test('are tested by one real call, which says what it found', async () => {
    expect((await admin.call(testApiKey, { body: { key: 'openai' } })).body).toMatchObject({ works: true });
    expect((await admin.call(testApiKey, { body: { key: 'fiztech' } })).body).toMatchObject({ works: true });
    await admin.call(updateApiConfig, {
      body: { openaiApiKey: 'sk-wrong-and-refused', fiztechApiKey: 'fz-wrong-and-refused' },
    });
    const answers = [
      await admin.call(testApiKey, { body: { key: 'openai' } }),
      await admin.call(testApiKey, { body: { key: 'fiztech' } }),
    ];
    expect(answers.map(({ body }) => body.works)).toEqual([false, false]);
    expect(JSON.stringify(answers)).not.toContain('refused"');
  });
});

describe('Facebook apps', () => {
  test('are kept with a sealed secret, and the newest active one serves its environment', async () => {
    const first = await admin.call(addFacebookApp, { body: OWN_APP });
    expect([first.status, first.body]).toMatchObject([
      201,
      { appId: '555000111', appSecret: SECRET_MASK, appMode: 'production', isActive: true },
    ]);
    const second = await admin.call(addFacebookApp, { body: { ...OWN_APP, appId: '555000222' } });
    expect((await admin.call(listFacebookApps)).body.map(({ appId, isActive }) => [appId, isActive])).toEqual([
      ['555000111', false],
      ['555000222', true],
    ]);
    expect(api.app.configuration.facebookApp('production')).toEqual({
      appId: '555000222',
      appSecret: OWN_APP.appSecret,
    });
    expect(JSON.stringify(await api.stored.facebookApps.rows())).not.toContain(OWN_APP.appSecret);
    expect(JSON.stringify((await admin.call(listAuditLog)).body)).not.toContain(OWN_APP.appSecret);

    await admin.call(deleteFacebookApp, { params: { id: second.body.id } });
    // Back to the app of the server's settings.
    expect(api.app.configuration.facebookApp('production')?.appId).toBe(api.config.FB_APP_ID);
  });

  test('change what they are told to and nothing else; the mask leaves the secret alone', async () => {
    const {
      body: { id },
    } = await admin.call(addFacebookApp, { body: OWN_APP });
    await admin.call(updateFacebookApp, {
      params: { id },
      body: { appId: '555000333', appSecret: SECRET_MASK, description: 'For the shops' },
    });
    expect(api.app.configuration.facebookApp('production')).toEqual({
      appId: '555000333',
      appSecret: OWN_APP.appSecret,
    });
    await admin.call(updateFacebookApp, { params: { id }, body: { isActive: false } });
    expect((await admin.call(listFacebookApps)).body).toMatchObject([
      { appId: '555000333', isActive: false, description: 'For the shops' },
    ]);
  });

  test('of one environment that two administrators add at once are both kept, one of them active', async () => {
    const answers = await Promise.all(
      ['1', '2', '3'].map((last) => admin.call(addFacebookApp, { body: { ...OWN_APP, appId: `55500077${last}` } })),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await admin.call(listFacebookApps)).body.filter(({ isActive }) => isActive)).toHaveLength(1);
  });

  test('stand once in an environment, and are gone when they are deleted', async () => {
    const {
      body: { id },
    } = await admin.call(addFacebookApp, { body: OWN_APP });
    expect((await admin.call(addFacebookApp, { body: OWN_APP })).status).toBe(409);
    expect((await admin.call(listFacebookApps)).body).toMatchObject([{ isActive: true }]);
    expect((await admin.call(deleteFacebookApp, { params: { id } })).status).toBe(200);
    expect((await admin.call(deleteFacebookApp, { params: { id } })).status).toBe(404);
    expect((await admin.call(updateFacebookApp, { params: { id }, body: { isActive: true } })).status).toBe(404);
  });
});

test('administrators read what Facebook makes of the version that the server asks for', async () => {
  expect((await admin.call(readApiConfig)).body.graphVersionNote).toMatch(
    /^FB_GRAPH_VERSION is v19\.0, which Facebook/,
  );
});

describe('where the server itself has no Facebook app', () => {
  let own: TestApi;
  beforeAll(async () => {
    own = await testApi({ FB_APP_ID: '', FB_APP_SECRET: '' });
  });
  afterAll(() => own.close());

  test('nothing takes away the last one of the environment that is shown, nor shows one without', async () => {
    const chief = own.as(await buildUser(own.db, { role: 'admin' }));
    expect(await own.as(null).call(facebookConfig)).toMatchObject({
      status: 503,
      body: { message: expect.stringContaining('Admin Panel') },
    });
    const {
      body: { id },
    } = await chief.call(addFacebookApp, { body: { ...OWN_APP, appMode: 'development' } });
    const refused = [
      await chief.call(updateApiConfig, { body: { facebookAppMode: 'test' } }),
      await chief.call(deleteFacebookApp, { params: { id } }),
      await chief.call(updateFacebookApp, { params: { id }, body: { isActive: false } }),
      await chief.call(updateFacebookApp, { params: { id }, body: { appMode: 'test' } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409]);
    expect(refused[0]?.body).toMatchObject({
      message: 'Nobody could log in, because test would have no active Facebook app. Add one first.',
    });
    expect((await own.as(null).call(facebookConfig)).body).toMatchObject({ appId: OWN_APP.appId });
  });
});

describe('another environment', () => {
  test('shows its own app and ends every session of the former', async () => {
    await admin.call(addFacebookApp, { body: OWN_APP });
    const person = api.as(await buildUser(api.db));
    expect((await person.call(currentUser)).status).toBe(200);
    expect((await switchTo('production')).body).toMatchObject({
      facebookAppMode: 'production',
      facebookAppId: '555000111',
    });
    expect((await api.as(null).call(facebookConfig)).body).toMatchObject({ appId: '555000111' });
    expect([(await person.call(currentUser)).status, (await admin.call(currentUser)).status]).toEqual([401, 401]);
    const there = api.as(await buildUser(api.db, { environment: 'production' }));
    expect((await there.call(readStatus)).body).toMatchObject({ appMode: 'production' });
  });

  test('says before what is due in each', async () => {
    const there = await buildUser(api.db, { environment: 'production' });
    await buildPost(api.db, there, { scheduledAt: new Date(Date.now() + 3_600_000) });
    await buildPost(api.db, there, { scheduledAt: new Date(Date.now() + 72 * 3_600_000) });
    expect((await admin.call(listEnvironments)).body).toMatchObject([
      { mode: 'development', isCurrent: true, users: 1, dueSoon: 0 },
      { mode: 'test', isCurrent: false, users: 0, dueSoon: 0 },
      { mode: 'production', isCurrent: false, users: 1, dueSoon: 1 },
    ]);
  });

  test('keeps the promises of the one that is not shown', async () => {
    const person = await api.sandbox.user('manager');
    const shop = await api.sandbox.page();
    const owner = await buildUser(api.db, { facebookId: person.id });
    const page = await buildPage(api.db, owner, { pageId: shop.id, accessToken: shop.access_token });
    const id = await buildPost(api.db, owner, {
      content: 'Promised in development',
      facebookPageId: page.id,
      scheduledAt: new Date(),
    });
    await switchTo('test');
    await api.turn();
    expect(await api.stored.posts.first({ id }, 'status')).toEqual({ status: 'published' });
  });

  test('lets the administrator who switched come along, under their id there, and nobody else', async () => {
    const own = await testApi({ ADMIN_FACEBOOK_IDS: '' });
    try {
      const [me, other] = [await own.sandbox.user('admin'), await own.sandbox.user('invitee')];
      // Under the app of this environment Facebook knows them by another id.
      const before = await buildUser(own.db, { facebookId: '10210000000000001', name: me.name, role: 'admin' });
      const browser = own.withCookie(`pagecast_session=${await sessionsRepository(own.db).create(before.userId)}`);
      expect((await browser.call(updateApiConfig, { body: { facebookAppMode: 'test' } })).status).toBe(200);
      expect(
        (await browser.call(facebookLogin, { body: { userID: other.id, accessToken: other.accessToken } })).status,
      ).toBe(401);
      expect(
        (await own.as(null).call(facebookLogin, { body: { userID: me.id, accessToken: me.accessToken } })).status,
      ).toBe(401);
      const answer = await browser.call(facebookLogin, { body: { userID: me.id, accessToken: me.accessToken } });
      expect([answer.status, answer.body]).toMatchObject([200, { isAdmin: true }]);
      expect(await own.stored.auditLog.values('action')).toEqual([
        'configuration.environment-switched',
        'access.added',
      ]);
    } finally {
      await own.close();
    }
  });

  test.each([
    ['listed there as a user already, as the administrator they are', 'whitelist', 200],
    ['blocked there, not at all', 'blacklist', 403],
  ] as const)('lets them come along, %s', async (_how, access, status) => {
    const own = await testApi({ ADMIN_FACEBOOK_IDS: '' });
    try {
      const me = await own.sandbox.user('admin');
      const before = await buildUser(own.db, { facebookId: '10210000000000001', name: me.name, role: 'admin' });
      await buildUser(own.db, { facebookId: me.id, name: me.name, environment: 'test', access });
      const browser = own.withCookie(`pagecast_session=${await sessionsRepository(own.db).create(before.userId)}`);
      await browser.call(updateApiConfig, { body: { facebookAppMode: 'test' } });
      const answer = await browser.call(facebookLogin, { body: { userID: me.id, accessToken: me.accessToken } });
      expect([answer.status, answer.body.isAdmin === true]).toEqual([status, status === 200]);
    } finally {
      await own.close();
    }
  });

  test('has pages, posts and people of its own', async () => {
    const here = await buildUser(api.db);
    const page = await buildPage(api.db, here);
    await switchTo('test');
    const there = api.as(await buildUser(api.db, { environment: 'test' }));
    expect(
      (
        await there.call(createPost, {
          body: {
            content: 'Not mine',
            status: 'scheduled',
            facebookPageId: page.id,
            scheduledAt: new Date(Date.now() + 60_000).toISOString(),
          },
        })
      ).status,
    ).toBe(404);
  });
});
