import { beforeEach, describe, expect, test } from 'vitest';
import {
  addAccessEntry,
  createPost,
  createToken,
  currentUser,
  deleteToken,
  facebookConfig,
  listAuditLog,
  listPosts,
  listTokens,
  logout,
  logoutEverywhere,
  postTimeline,
  removeAccessEntry,
  updatePost,
  updateSettings,
} from '../../contract/index.ts';
import type { TokenScope } from '../../contract/token-scopes.ts';
import { buildPage, buildUser, type TestUser } from '../../testing/builders.ts';
import { fromNow } from '../../testing/stored.ts';
import { setUpApi, setUpPerson } from '../../testing/scene.ts';
import type { Caller } from '../../testing/test-api.ts';
import { emptyTables } from '../../testing/test-database.ts';

const api = setUpApi();
beforeEach(() => emptyTables(api.db, 'users', 'access_entries', 'audit_log', 'rate_limits'));
const { me, caller } = setUpPerson(api, { name: 'Siti Rahman' });

const WANTED = { name: 'Nightly script', scopes: ['read'] as TokenScope[], needsApproval: false };

async function made(changed: object = {}, by = caller) {
  const answer = await by.call(createToken, { body: { ...WANTED, ...changed } });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.body;
}
const withToken = async (changed: object = {}) => api.withToken((await made(changed)).token);

describe('a token', () => {
  test('is shown once, and is kept as its hash alone', async () => {
    const page = await buildPage(api.db, me);
    const body = await made({ pageIds: [page.pageId], expiresAt: '2099-01-01T00:00:00Z' });
    expect(body).toEqual({
      id: expect.any(Number),
      kind: 'personal',
      token: expect.stringMatching(/^pct_[\w-]{43}$/),
      name: 'Nightly script',
      scopes: ['read'],
      pageIds: [page.pageId],
      needsApproval: false,
      trust: null,
      expiresAt: '2099-01-01T00:00:00.000Z',
      isExpired: false,
      lastUsedAt: null,
      createdAt: expect.any(String),
    });
    const { token, ...listed } = body;
    await api.withToken(token).call(listPosts);
    await api.withToken(`${token.slice(0, -1)}!`).call(listPosts);
    await expect
      .poll(async () => (await caller.call(listTokens)).body, { timeout: 30_000 })
      .toEqual([{ ...listed, lastUsedAt: expect.any(String) }]);
    const secret = token.slice('pct_'.length);
    const kept = JSON.stringify([await api.stored.apiTokens.rows(), await api.stored.auditLog.rows(), api.logged]);
    expect(kept).not.toContain(secret);
    expect(kept).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
  });

  test('takes pages by our numbers as well, and only those of its person', async () => {
    const page = await buildPage(api.db, me);
    expect((await made({ pageIds: [page.id] })).pageIds).toEqual([page.pageId]);
    const foreign = await buildPage(api.db, await buildUser(api.db));
    for (const id of [foreign.id, foreign.pageId])
      expect((await caller.call(createToken, { body: { ...WANTED, pageIds: [id] } })).status).toBe(404);
  });

  test.each<[string, object, string]>([
    ['no name', { name: ' ' }, 'name'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['a scope that there is not', { scopes: ['admin'] }, 'scopes.0'],
    ['no page of a list', { pageIds: [] }, 'pageIds'],
    ['an end that is over', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    ['trust without end', { trust: { kinds: null, postsPerDay: 0, hours: null } }, 'trust.postsPerDay'],
    ['a field that there is not', { kind: 'cli' }, 'kind'],
  ])('with %s is refused', async (_what, changed, path) => {
    const answer = await caller.call(createToken, { body: { ...WANTED, ...changed } });
    expect([answer.status, answer.body]).toMatchObject([400, { issues: [{ path }] }]);
    expect(await api.stored.apiTokens.rows()).toEqual([]);
  });

  test('is one of fifty at most, however many are asked for at once', async () => {
    await api.stored.apiTokens.add(
      Array.from({ length: 48 }, () => ({
        user_id: me.userId,
        environment: me.environment,
        kind: 'oauth',
        name: 'x',
        scopes: ['read'],
        needs_approval: true,
      })),
    );
    const answers = await Promise.all(Array.from({ length: 5 }, () => caller.call(createToken, { body: WANTED })));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 409, 409, 409]);
  });
});

describe('a call with a token', () => {
  test('is made as its person, without their rights as an administrator', async () => {
    const admin = await buildUser(api.db, { role: 'admin', name: 'Mei Tan' });
    const { token } = await made({}, api.as(admin));
    const program = api.withToken(token);
    expect((await program.call(currentUser)).body).toMatchObject({ id: admin.facebookId, isAdmin: false });
    expect((await program.call(listAuditLog)).status).toBe(403);
  });

  test('needs the scope of the call, and is refused with a sentence that names it', async () => {
    const program = await withToken();
    const refused = await program.call(createPost, { body: { content: 'Hello.', status: 'draft' } });
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { scope: 'draft', message: 'The token "Nightly script" doesn\'t have the scope "draft", which this call needs.' },
    ]);
    expect(await api.stored.posts.rows()).toEqual([]);
  });

  test('is refused what is for people, with every scope there is', async () => {
    const program = await withToken({ scopes: ['read', 'draft', 'schedule', 'publish', 'media'] });
    for (const call of [listTokens, facebookConfig, logout] as const)
      expect((await program.call(call)).status).toBe(403);
    expect((await program.call(updateSettings, { body: { theme: 'dark' } })).status).toBe(403);
    expect((await program.call(createToken, { body: WANTED })).status).toBe(403);
    for (const path of ['/api/media/1', '/api/admin/audit-log.csv']) expect((await program.ask(path)).status).toBe(401);
  });

  test.each<[string, (id: number) => Promise<unknown>, RegExp]>([
    ['one that was revoked', (id) => caller.call(deleteToken, { params: { id } }), /it was revoked/],
    [
      'one that is over',
      (id) => api.stored.apiTokens.change({ expires_at: fromNow(api.db, '1 second ago') }, { id }),
      /"Nightly script" expired on \d{4}-/,
    ],
    ['one of somebody blocked', () => block(me, { type: 'blacklist' }), /opens nothing/],
    ['one of somebody whom no list knows', () => api.stored.accessEntries.remove(), /opens nothing/],
    ['one of another environment', () => api.show('production'), /opens nothing/],
  ])('opens nothing with %s, from the next call on', async (_what, happen, message) => {
    const { id, token } = await made();
    const program = api.withToken(token);
    expect((await program.call(listPosts)).status).toBe(200);
    await happen(id);
    const answer = await program.call(listPosts);
    await api.show('development');
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer error="invalid_token"']);
    expect(answer.body).toMatchObject({ message: expect.stringMatching(message) });
  });

  test('ends with a log out everywhere where it was a login, and one made by hand on request', async () => {
    const { id } = await made();
    const logins = (['oauth', 'cli'] as const).map((kind) => ({
      user_id: me.userId,
      environment: me.environment,
      kind,
      name: `A login by ${kind}`,
      scopes: ['read'],
      needs_approval: true,
    }));
    await api.stored.apiTokens.add(logins);
    expect((await caller.call(logoutEverywhere)).status).toBe(200);
    expect(await api.stored.apiTokens.values('id')).toEqual([id]);
    await api.as(me).call(logoutEverywhere, { body: { personalTokens: true } });
    expect(await api.stored.apiTokens.values('id')).toEqual([]);
    expect(await api.stored.auditLog.values('subject', { action: 'tokens.revoked' })).toEqual(
      expect.arrayContaining(['A login by oauth', 'A login by cli', 'Nightly script']),
    );
  });

  const entry = (type: 'blacklist' | 'whitelist') => ({ facebookId: me.facebookId, name: me.name, type });
  const block = ({ facebookId }: TestUser, facts: Record<string, unknown>) =>
    api.stored.accessEntries.change(facts, { facebook_id: facebookId });

  test.each([
    ['blocked', (admin: Caller) => admin.call(addAccessEntry, { body: entry('blacklist') })],
    [
      'removed from the list',
      async (admin: Caller) => {
        const { id } = (await api.stored.accessEntries.first({ facebook_id: me.facebookId })) as { id: number };
        return admin.call(removeAccessEntry, { params: { id } });
      },
    ],
  ])('opens nothing again for somebody who was %s and is let in once more', async (_what, happen) => {
    const { token } = await made();
    const admin = api.as(await buildUser(api.db, { role: 'admin' }));
    expect((await happen(admin)).status).toBeLessThan(300);
    await admin.call(addAccessEntry, { body: entry('whitelist') });
    expect((await caller.call(currentUser)).status).toBe(200);
    expect((await api.withToken(token).call(currentUser)).status).toBe(401);
  });

  test('does not count a cookie beside it, good or bad', async () => {
    await caller.call(currentUser);
    const { token } = await made();
    const other = api.as(await buildUser(api.db, { name: 'Somebody Else' }));
    const headers = { authorization: `Bearer ${token}` };
    expect((await other.call(currentUser, { headers })).body.id).toBe(me.facebookId);
    expect(
      (await caller.call(currentUser, { headers: { authorization: `Bearer pct_${'x'.repeat(43)}` } })).status,
    ).toBe(401);
    expect((await caller.call(listTokens, { headers })).status).toBe(403);
  });

  test('lets no other site read what is answered', async () => {
    const program = await withToken();
    const answer = await program.fetch('/api/posts/paginated', { headers: { origin: 'https://evil.example' } });
    const asked = await program.fetch('/api/posts/paginated', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-headers': 'authorization' },
    });
    for (const { headers } of [answer, asked])
      expect([...headers.keys()].filter((name) => name.startsWith('access-control-'))).toEqual([]);
  });

  test('is refused when the token stands in the address, which tells whoever reads logs', async () => {
    const { token } = await made();
    for (const address of [
      `/api/posts/paginated?access_token=${token}`,
      `/api/posts/paginated?page=1&text=${token}`,
      `/api/posts/${token}`,
      `/?token=${token}`,
    ]) {
      const answer = await api.as(null).ask(address);
      expect([address, answer.status]).toEqual([address, 400]);
      expect(answer.text).not.toContain(token);
    }
    expect(api.logged.join('\n')).not.toContain(token.slice(4));
  });

  test('is on record under its person and its name, and so is the post that it wrote', async () => {
    const program = await withToken({ scopes: ['read', 'draft'] });
    const { id: facebookPageId } = await buildPage(api.db, me);
    const post = await program.call(createPost, { body: { content: 'Hello.', status: 'draft', facebookPageId } });
    await program.call(updatePost, { params: { id: post.body.id }, body: { content: 'Hello again.' } });
    const by = { name: 'Siti Rahman', isInPlace: false, token: 'Nightly script' };
    expect((await program.call(postTimeline, { params: { id: post.body.id } })).body.entries).toMatchObject([
      { kind: 'written', by },
      { kind: 'edited', by },
    ]);
    const admin = api.as(await buildUser(api.db, { role: 'admin' }));
    expect((await admin.call(listAuditLog)).body.entries).toMatchObject([
      { action: 'posts.update-post', token: 'Nightly script', actor: { name: 'Siti Rahman' } },
      { action: 'posts.create-post', token: 'Nightly script' },
      { action: 'tokens.created', token: null, subject: 'Nightly script' },
    ]);
  });

  test('is told to wait where there are too many of them, and another token is not', async () => {
    // A process of its own remembers whom it turned away.
    const { withToken: programOf } = await api.another();
    const [busy, other] = [programOf((await made()).token), programOf((await made()).token)];
    await busy.call(currentUser);
    await api.db('rate_limits').where('key', 'like', 'api-token:%').update({ points: 300 });
    const answer = await busy.call(currentUser);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect(answer.body).toMatchObject({ message: expect.stringMatching(/^This token makes too many calls\. Wait/) });
    expect((await other.call(currentUser)).status).toBe(200);
  });

  test('that opens nothing is counted by address', async () => {
    const stranger = api.withToken('nothing');
    const answers = await Promise.all(Array.from({ length: 62 }, () => stranger.call(currentUser)));
    expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(2);
  });

  test('notes its use once a minute at most', async () => {
    const { id, token } = await made();
    const used = async () => (await api.stored.apiTokens.values<Date | null>('last_used_at', { id }))[0] ?? null;
    await api.withToken(token).call(currentUser);
    await expect.poll(used, { timeout: 30_000 }).not.toBeNull();
    await api.stored.apiTokens.change({ last_used_at: fromNow(api.db, '30 seconds ago') }, { id });
    const before = await used();
    await api.withToken(token).call(currentUser);
    expect(await used()).toEqual(before);
  });
});
