import { beforeEach, expect, test } from 'vitest';
import { createReleaseToken, deleteReleaseToken, listAuditLog, listReleaseTokens } from '../../contract/index.ts';
import { setUpApi, setUpPerson } from '../../testing/scene.ts';
import { emptyTables } from '../../testing/test-database.ts';

const api = setUpApi();
beforeEach(() => emptyTables(api.db, 'users', 'access_entries', 'release_tokens', 'audit_log'));
const { caller: admin } = setUpPerson(api, { role: 'admin', name: 'Mei Tan' });

const WANTED = { name: 'CI of history', area: 'mf-history', rights: ['stage', 'move'] as ['stage', 'move'] };

test('a token is shown once, and is kept as its hash alone', async () => {
  const made = await admin.call(createReleaseToken, { body: { ...WANTED, expiresAt: '2099-01-01T00:00:00Z' } });
  expect([made.status, made.body]).toEqual([
    201,
    {
      id: expect.any(Number),
      token: expect.stringMatching(/^pcr_\d+_[\w-]{43}$/),
      name: 'CI of history',
      area: 'mf_history',
      rights: ['stage', 'move'],
      expiresAt: '2099-01-01T00:00:00.000Z',
      isExpired: false,
      lastUsedAt: null,
      createdAt: expect.any(String),
    },
  ]);
  const { token, ...listed } = made.body;
  expect((await admin.call(listReleaseTokens)).body).toEqual([listed]);
  // It may have the sign in it that stands before it.
  const secret = token.replace(/^pcr_\d+_/, '');
  const kept = JSON.stringify([await api.stored.releaseTokens.rows(), await api.stored.auditLog.rows(), api.logged]);
  expect(kept).not.toContain(secret);
  expect(kept).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
});

test('making and deleting one is on record, with what it was good for', async () => {
  const { body } = await admin.call(createReleaseToken, { body: WANTED });
  expect((await admin.call(deleteReleaseToken, { params: { id: body.id } })).status).toBe(200);
  expect((await admin.call(deleteReleaseToken, { params: { id: body.id } })).body).toMatchObject({
    message: 'This release token no longer exists.',
  });
  expect((await admin.call(listReleaseTokens)).body).toEqual([]);
  expect((await admin.call(listAuditLog)).body.entries).toMatchObject([
    { action: 'releases.token-deleted', subject: 'CI of history', before: { area: 'mf_history' } },
    {
      action: 'releases.token-created',
      subject: 'CI of history',
      actor: { name: 'Mei Tan' },
      after: { area: 'mf_history', rights: 'stage, move', expiresAt: null },
    },
  ]);
});

test.each<[string, object, string]>([
  ['no name', { name: ' ' }, 'name'],
  ['an area that can be none', { area: 'history' }, 'area'],
  ['a path for an area', { area: 'mf-../../etc' }, 'area'],
  ['no rights', { rights: [] }, 'rights'],
  ['a right that there is not', { rights: ['delete'] }, 'rights.0'],
  ['more rights than there are', { rights: ['stage', 'stage', 'stage', 'stage'] }, 'rights'],
  ['an end that is over', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
  ['a field that there is not', { secret: 'mine' }, 'secret'],
])('one with %s is refused', async (_what, changed, path) => {
  const answer = await admin.call(createReleaseToken, { body: { ...WANTED, ...changed } });
  expect([answer.status, answer.body]).toMatchObject([400, { issues: [{ path }] }]);
  expect(await api.stored.releaseTokens.rows()).toEqual([]);
});
