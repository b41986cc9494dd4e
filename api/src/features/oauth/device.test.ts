import { describe, expect, test } from 'vitest';
import { listPages, listTokens } from '../../contract/index.ts';
import { ALLOW, browser, pageOf } from '../../testing/oauth-app.ts';
import { buildUser } from '../../testing/builders.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';

let { me, caller } = {} as Scene;
const api = setUpScene(
  async (scene) => {
    ({ me, caller } = scene);
    await api.stored.oauthRecords.remove();
    await api.stored.rateLimits.remove();
  },
  { isAtPublicUrl: true, env: { TRUST_PROXY: '1' } },
);

const CLIENT = 'pagecast-cli';
interface Shown {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete: string;
  interval: number;
}
interface Told {
  error?: string;
  access_token: string;
  refresh_token: string;
}

async function post<Body>(path: string, form: string[][]): Promise<Body> {
  const answer = await fetch(new URL(path, api.url), {
    method: 'POST',
    headers: { 'x-forwarded-for': '198.51.100.7' },
    body: new URLSearchParams(form),
  });
  return (await answer.json()) as Body;
}
const resource = (name: string) => ['resource', `${api.config.PUBLIC_URL}/${name}`];
const begin = () =>
  post<Shown>('/oauth/device_authorization', [
    ['client_id', CLIENT],
    ['scope', 'read draft schedule'],
    resource('api'),
    resource('mcp'),
  ]);
/** As if the time between two polls had passed. */
async function poll({ device_code: code }: Shown): Promise<Told> {
  await api.stored.oauthRecords.age('5 seconds', ['polled_at'], { kind: 'DeviceCode' });
  return pollAtOnce(code);
}
const pollAtOnce = (code: string) =>
  post<Told>('/oauth/token', [
    ['grant_type', 'urn:ietf:params:oauth:grant-type:device_code'],
    ['device_code', code],
    ['client_id', CLIENT],
  ]);
const refreshFor = (token: string, name: string) =>
  post<Told>('/oauth/token', [
    ['grant_type', 'refresh_token'],
    ['refresh_token', token],
    ['client_id', CLIENT],
    resource(name),
  ]);

async function atBrowser(person: { userId: typeof me.userId } = me) {
  const at = browser(api);
  await at.logIn(person);
  return at;
}
const connections = async () => (await caller.call(listTokens)).body;

describe('the command line', () => {
  test('is let in by a person who types its code, and uses the API and the door for assistants', async () => {
    const shown = await begin();
    expect(shown).toMatchObject({ verification_uri: `${api.config.PUBLIC_URL}/device`, interval: 5 });
    expect(await poll(shown)).toMatchObject({ error: 'authorization_pending' });
    expect(await pollAtOnce(shown.device_code)).toMatchObject({ error: 'slow_down' });

    const at = await atBrowser();
    expect((await at.open('/device')).status).toBe(200);
    const typed = shown.user_code.toLowerCase().replace('-', ' ');
    const page = await pageOf('/device', await at.open(`/device?user_code=${encodeURIComponent(typed)}`));
    for (const told of ['Pagecast CLI', shown.user_code, '198.51.100.7']) expect(page.html).toContain(told);
    const choices = { ...page.hidden, ...ALLOW, scope: ['read', 'schedule', 'publish'] };
    const answers = await Promise.all([1, 2].map(() => at.open('/device', choices)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404]);

    const { access_token: access, refresh_token: fresh } = await poll(shown);
    expect((await api.withToken(access).call(listPages)).status).toBe(200);
    expect(await connections()).toMatchObject([{ kind: 'cli', scopes: ['read', 'schedule'], needsApproval: true }]);
    const mcp = await refreshFor(fresh, 'mcp');
    expect(await api.app.oauth.tokenIdOf(mcp.access_token, 'mcp')).not.toBeNull();
    expect(await api.app.oauth.tokenIdOf(mcp.access_token, 'api')).toBeNull();

    expect(await poll(shown)).toMatchObject({ error: 'invalid_grant' });
    expect(await connections()).toEqual([]);
  });

  test('hears that the person declined, or that nobody came in time', async () => {
    const [declined, late] = [await begin(), await begin()];
    const at = await atBrowser();
    const page = await pageOf('/device', await at.open(`/device?user_code=${declined.user_code}`));
    expect((await at.open('/device', { ...page.hidden, answer: 'deny' })).status).toBe(200);
    expect(await poll(declined)).toMatchObject({ error: 'access_denied' });
    await api.stored.oauthRecords.age('11 minutes', ['expires_at'], { kind: 'DeviceCode' });
    expect((await at.open(`/device?user_code=${late.user_code}`)).status).toBe(404);
    expect(await connections()).toEqual([]);
  });

  test('is not let in by a form of another person, or from another site', async () => {
    const shown = await begin();
    const at = await atBrowser();
    const page = await pageOf('/device', await at.open(`/device?user_code=${shown.user_code}`));
    const form = { ...page.hidden, ...ALLOW };
    expect((await at.open('/device', form, { origin: 'https://evil.example' })).status).toBe(403);
    const other = await buildUser(api.db);
    await at.logIn(other);
    expect((await at.open('/device', form)).status).toBe(422);
    expect(await poll(shown)).toMatchObject({ error: 'authorization_pending' });
  });

  test('is not found by guessing', async () => {
    const shown = await begin();
    const at = await atBrowser();
    const guesses = await Promise.all(Array.from({ length: 12 }, () => at.open('/device?user_code=BBBB-BBBB')));
    expect(guesses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      ...Array<number>(10).fill(404),
      429,
      429,
    ]);
    expect((await at.open(`/device?user_code=${shown.user_code}`)).status).toBe(429);
    expect(await (await browser(api).open(`/device?user_code=${shown.user_code}`)).text()).not.toContain(
      'Pagecast CLI',
    );
  });

  test('asks by no other way than its own', async () => {
    const code = await post<Told>('/oauth/device_authorization', [['client_id', 'nobody']]);
    expect(code).toMatchObject({ error: 'invalid_client' });
    const password = await post<Told>('/oauth/token', [
      ['grant_type', 'password'],
      ['client_id', CLIENT],
    ]);
    expect(password).toMatchObject({ error: 'unsupported_grant_type' });
    const own = await post<Told>('/oauth/token', [
      ['grant_type', 'client_credentials'],
      ['client_id', CLIENT],
    ]);
    expect(own.access_token).toBeUndefined();
  });
});
