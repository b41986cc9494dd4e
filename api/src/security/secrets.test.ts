import { beforeAll, describe, expect, test } from 'vitest';
import {
  addFacebookApp,
  connectPage,
  currentUser,
  facebookLogin,
  syncPage,
  updateApiConfig,
  updateFacebookApp,
} from '../contract/index.ts';
import { secretBox } from '../db/secrets.ts';
import { ENDPOINTS, inputOf, sampleOf } from '../testing/contract-calls.ts';
import { databaseText } from '../testing/database-text.ts';
import { cookieOf } from '../testing/test-api.ts';
import { setUpApi } from '../testing/scene.ts';
import { buildFixtures } from '../testing/person-fixtures.ts';
import { buildRemote, buildShell } from '../testing/web-root.ts';
import { SOMETHING } from '../testing/stored.ts';

/** A secret like no other text, so that finding it anywhere says where it got out. */
const canary = (name: string) => `canary-${name}-5f1d7c0e9b`;

const REMOTE_FILES = ['container.json', 'remoteEntry.js', 'screen.0a1b2c3d.js', 'screen.4e5f6a7b.css'].map(
  (file) => `/remotes/mf_history/1.0.0/${file}`,
);

const api = setUpApi({ OPENAI_API_KEY: canary('openai-variable'), FIZTECH_API_KEY: canary('fiztech-variable') });
let dump: ReadonlyMap<string, string>;
let session: string;
/** By what they are. */
const secrets = new Map<string, string>(
  [
    'openai-variable',
    'fiztech-variable',
    'openai',
    'fiztech',
    'app',
    'app-changed',
    'made-up-token',
    'made-up-page-token',
  ].map((name) => [name, canary(name)]),
);
/** Everything that left the server, by where. */
const outside: [string, string][] = [];

// One broad run: a login of Facebook's, every secret set, every call made well and badly, and a turn of the loop.
beforeAll(async () => {
  const { id, name, accessToken, pages } = await api.sandbox.user('manager');
  await api.stored.accessEntries.add({ facebook_id: id, name, type: 'whitelist', role: 'admin' });
  const login = {
    userID: id,
    accessToken,
    pages: pages.map((page) => ({ id: page.id, name: page.name, access_token: page.access_token })),
  };
  const entered = await api.as(null).call(facebookLogin, { body: login });
  session = cookieOf(entered.headers).split('=')[1] ?? '';
  const caller = api.withCookie(cookieOf(entered.headers));
  const collect = async (from: string, answer: Promise<{ status: number; headers: Headers; text: string }>) => {
    const { headers, text } = await answer;
    outside.push([
      from,
      [...headers]
        .filter(([header]) => header !== 'set-cookie')
        .concat([['', text]])
        .join('\n'),
    ]);
  };
  for (const [kind, secret] of [
    ['session', session],
    ['user token', accessToken],
    ['app secret', api.config.FB_APP_SECRET ?? ''],
    ['key of the seals', api.config.SECRET_KEY],
    ...pages.map((page) => [`token of ${page.name}`, page.access_token] as const),
  ] as const) {
    if (secret.length < 16) throw new Error(`There is no ${kind} to look for`);
    secrets.set(kind, secret);
  }

  outside.push(['the login', entered.text]);
  await collect(
    'a refused login',
    api.as(null).call(facebookLogin, { body: { ...login, accessToken: canary('made-up-token') } }),
  );
  await collect(
    'a page',
    caller.call(syncPage, {
      body: { name: 'A page', pageId: pages[0]?.id ?? '', accessToken: pages[0]?.access_token ?? '' },
    }),
  );
  await collect(
    'a refused page',
    caller.call(connectPage, { body: { name: 'A page', pageId: '77', accessToken: canary('made-up-page-token') } }),
  );
  await collect(
    'a broken body',
    caller
      .fetch('/api/facebook-pages', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: `{"accessToken":"${canary('made-up-page-token')}"`,
      })
      .then(async (answer) => ({ status: answer.status, headers: answer.headers, text: await answer.text() })),
  );
  const fixtures = await buildFixtures(api.db, { environment: 'development' });
  for (const isAfter of [false, true]) {
    for (const [called, endpoint] of ENDPOINTS) {
      if (['logout', 'logoutEverywhere', 'deleteAllData', 'startImpersonation'].includes(called)) continue;
      await collect(called, caller.call(endpoint, inputOf(sampleOf(called, fixtures))));
      await collect(
        `${called} with nonsense`,
        caller.call(endpoint, {
          params: { id: 1, status: 'draft', code: 'x' },
          body: endpoint.method === 'GET' ? undefined : { [canary('app')]: canary('app') },
        }),
      );
    }
    if (isAfter) break;
    await collect(
      'the keys',
      caller.call(updateApiConfig, { body: { openaiApiKey: canary('openai'), fiztechApiKey: canary('fiztech') } }),
    );
    const app = await caller.call(addFacebookApp, {
      body: { appId: '4242', appSecret: canary('app'), appMode: 'production', isActive: true },
    });
    outside.push(['the app', app.text]);
    await collect(
      'the changed app',
      caller.call(updateFacebookApp, { params: { id: app.body.id }, body: { appSecret: canary('app-changed') } }),
    );
  }
  await api.turn();
  for (const address of ['/metrics', '/healthz', '/readyz', '/', '/api/facebook/config', '/api/remotes']) {
    const answer = await caller.fetch(address);
    outside.push([address, await answer.text()]);
  }
  dump = await databaseText(api.db);
  // Facebook has given a longer-lived token for the one of the login.
  const kept = await sealedToken();
  secrets.set('kept token', secretBox(api.config.SECRET_KEY).open(kept.sealed, kept.place));
});

async function sealedToken() {
  const row = (await api.stored.users.first(
    { access_token: SOMETHING },
    'environment',
    'facebook_id',
    'access_token',
  )) as { environment: string; facebook_id: string; access_token: string };
  return {
    sealed: row.access_token,
    place: { table: 'users', column: 'access_token', row: `${row.environment}/${row.facebook_id}` } as const,
  };
}

const found = (places: Iterable<readonly [string, string]>) =>
  [...places].flatMap(([place, text]) =>
    [...secrets].filter(([, secret]) => text.includes(secret)).map(([kind]) => `${kind}: ${place}`),
  );

describe('a secret', () => {
  test('leaves in no answer, no error, no header and no metric', () => {
    // Who sends a field of an unknown name is told that name.
    const answers = outside.filter(([from]) => !from.endsWith('with nonsense'));
    expect(answers.length).toBeGreaterThan(ENDPOINTS.size);
    expect(found(answers)).toEqual([]);
    expect(
      found(outside.filter(([from]) => from.endsWith('with nonsense'))).filter((where) => !where.startsWith('app: ')),
    ).toEqual([]);
  });

  test('is in no line of the log', () => {
    expect(api.logged.length).toBeGreaterThan(100);
    expect(found(api.logged.map((line) => [line, line] as const))).toEqual([]);
  });

  test('is in no row of the database as it is', () => {
    expect(dump.get('users')).toContain('v1.');
    expect(found(dump)).toEqual([]);
  });

  test('is in no file that browsers are given', async () => {
    const webRoot = api.config.WEB_ROOT;
    buildShell(webRoot);
    buildRemote(webRoot, 'mf-history');
    await api.app.remotes.registerBuiltIns();
    const given: [string, string][] = [];
    for (const file of ['/', '/history', '/main.f54d0789.js', ...REMOTE_FILES]) {
      const answer = await api.withCookie(`pagecast_session=${session}`).fetch(file);
      expect([file, answer.status]).toEqual([file, 200]);
      given.push([file, await answer.text()]);
    }
    expect(given[0]?.[1]).toContain('mf_history');
    expect(found(given)).toEqual([]);
  });
});

describe('a stolen database', () => {
  test('opens under no other key, and each secret in its own place alone', async () => {
    const { sealed, place } = await sealedToken();
    // With the key and in its place it does open, and the search above would know it.
    expect(found([['', secretBox(api.config.SECRET_KEY).open(sealed, place)]])).toEqual(['kept token: ']);
    expect(() => secretBox('some other key of enough length').open(sealed, place)).toThrow();
    expect(() => secretBox(api.config.SECRET_KEY).open(sealed, { ...place, row: 'production/1' })).toThrow();
  });

  test('has no session that anybody could take on', async () => {
    const hashes = await api.stored.sessions.values<Buffer>('id_hash');
    expect(hashes.length).toBeGreaterThan(0);
    for (const encoding of ['base64url', 'hex', 'latin1'] as const) {
      for (const hash of hashes) {
        const answer = await api
          .withCookie(`pagecast_session=${encodeURIComponent(hash.toString(encoding))}`)
          .call(currentUser);
        expect(answer.status).toBe(401);
      }
    }
  });
});
