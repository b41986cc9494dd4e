import { beforeEach, describe, expect, test } from 'vitest';
import {
  addAccessEntry,
  changeAccessRole,
  createInvitationCode,
  currentUser,
  deleteInvitationCode,
  listAccessEntries,
  listAuditLog,
  listInvitationCodes,
  listLoginActivity,
  removeAccessEntry,
} from '../../contract/index.ts';
import { buildUser, type TestUser } from '../../testing/builders.ts';
import { setUpApi, setUpPerson } from '../../testing/scene.ts';
import { testApi } from '../../testing/test-api.ts';
import { emptyTables } from '../../testing/test-database.ts';
import { auditRepository, COMMAND_LINE } from '../audit/audit.repository.ts';
import { beginTransaction } from '../../testing/database-state.ts';

const api = setUpApi({ ADMIN_FACEBOOK_IDS: '' });
beforeEach(() => emptyTables(api.db, 'users', 'access_entries', 'login_activities', 'invitation_codes', 'audit_log'));
const { me: boss, caller: admin } = setUpPerson(api, { role: 'admin', name: 'Mei Tan' });

const entryOf = async (facebookId: string) =>
  (await admin.call(listAccessEntries)).body.find((entry) => entry.facebookId === facebookId);
const needEntry = async (user: TestUser) => {
  const entry = await entryOf(user.facebookId);
  if (entry === undefined) throw new Error('There is no such entry');
  return entry;
};
const logged = async () =>
  (await admin.call(listAuditLog)).body.entries.map(({ action, subject, before, after, actor, inPlaceOf }) => ({
    action,
    subject,
    before,
    after,
    actor,
    inPlaceOf,
  }));

describe('the list of who may come in', () => {
  test('takes people, with role user unless told otherwise, and says who put them there', async () => {
    const answer = await admin.call(addAccessEntry, {
      body: { facebookId: '1021', name: '  Lim Wei ', type: 'whitelist' },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({ facebookId: '1021', name: 'Lim Wei', type: 'whitelist', role: 'user' });
    expect(await logged()).toEqual([
      {
        action: 'access.added',
        subject: 'Lim Wei (1021)',
        before: null,
        after: { name: 'Lim Wei', type: 'whitelist', role: 'user' },
        actor: { facebookId: boss.facebookId, name: 'Mei Tan' },
        inPlaceOf: null,
      },
    ]);
  });

  test('turns a person who is on it from allowed to blocked, with the role of a user', async () => {
    const person = await buildUser(api.db, { role: 'admin' });
    await admin.call(addAccessEntry, { body: { facebookId: person.facebookId, name: 'Somebody', type: 'blacklist' } });
    expect(await entryOf(person.facebookId)).toMatchObject({ type: 'blacklist', role: 'user' });
    expect(await logged()).toMatchObject([
      {
        action: 'access.changed',
        before: { type: 'whitelist', role: 'admin' },
        after: { type: 'blacklist', role: 'user' },
      },
    ]);
  });

  test('leaves an administrator their role when they are let in once more', async () => {
    const person = await buildUser(api.db, { role: 'admin' });
    await admin.call(addAccessEntry, {
      body: { facebookId: person.facebookId, name: 'Somebody', type: 'whitelist', role: 'user' },
    });
    expect(await entryOf(person.facebookId)).toMatchObject({ type: 'whitelist', role: 'admin' });
  });

  test.each([
    [
      'a block',
      (person: TestUser) =>
        admin.call(addAccessEntry, { body: { facebookId: person.facebookId, name: 'x', type: 'blacklist' } }),
      401,
    ],
    [
      'a removal',
      async (person: TestUser) => admin.call(removeAccessEntry, { params: { id: (await needEntry(person)).id } }),
      401,
    ],
  ])('%s bites on the next request of a live session', async (_name, act, status) => {
    const person = await buildUser(api.db);
    const caller = api.as(person);
    expect((await caller.call(currentUser)).status).toBe(200);
    await act(person);
    expect((await caller.call(currentUser)).status).toBe(status);
  });

  test("a demotion takes the administrator's calls away at once, and a promotion gives them", async () => {
    const person = await buildUser(api.db, { role: 'admin' });
    const caller = api.as(person);
    const { id } = await needEntry(person);
    expect((await caller.call(listAccessEntries)).status).toBe(200);
    expect((await admin.call(changeAccessRole, { params: { id }, body: { role: 'user' } })).body).toMatchObject({
      role: 'user',
    });
    expect((await caller.call(listAccessEntries)).status).toBe(403);
    await admin.call(changeAccessRole, { params: { id }, body: { role: 'admin' } });
    expect((await caller.call(listAccessEntries)).status).toBe(200);
  });

  test('a blocked person has no role to change, and one who is gone no entry', async () => {
    const blocked = await buildUser(api.db, { access: 'blacklist' });
    expect(
      (await admin.call(changeAccessRole, { params: { id: (await needEntry(blocked)).id }, body: { role: 'admin' } }))
        .status,
    ).toBe(409);
    expect((await admin.call(changeAccessRole, { params: { id: 999_999 }, body: { role: 'admin' } })).status).toBe(404);
    expect((await admin.call(removeAccessEntry, { params: { id: 999_999 } })).status).toBe(404);
  });
});

test('two administrators who change one entry at once find what the other left, in order of the log', async () => {
  const person = await buildUser(api.db, { role: 'admin' });
  const other = api.as(await buildUser(api.db, { role: 'admin' }));
  const { id } = await needEntry(person);
  const answers = await Promise.all([
    admin.call(changeAccessRole, { params: { id }, body: { role: 'user' } }),
    other.call(addAccessEntry, {
      body: { facebookId: person.facebookId, name: 'Renamed', type: 'whitelist', role: 'admin' },
    }),
    admin.call(removeAccessEntry, { params: { id } }),
  ]);
  expect(answers.every(({ status }) => [200, 201, 404].includes(status))).toBe(true);
  const entries = (await logged()).toReversed();
  for (const [n, entry] of entries.entries()) if (n > 0) expect(entry.before).toEqual(entries[n - 1]?.after);
  const left = await entryOf(person.facebookId);
  expect(entries.at(-1)?.after ?? null).toEqual(
    left === undefined ? null : { name: left.name, type: left.type, role: left.role },
  );
});

test('the log has the order in which changes were done, not in which they began', async () => {
  const actor = { person: COMMAND_LINE, impersonated: null, environment: 'development', ip: null } as const;
  const waiting = await beginTransaction(api.db);
  await auditRepository(api.db).record(actor, { action: 'access.added', subject: 'Done first' });
  await auditRepository(waiting).record(actor, { action: 'access.added', subject: 'Done last' });
  await waiting.commit();
  expect((await logged()).map(({ subject }) => subject).slice(0, 2)).toEqual(['Done last', 'Done first']);
});

describe('the last administrator', () => {
  test.each([
    [
      'demoted',
      async () => admin.call(changeAccessRole, { params: { id: (await needEntry(boss)).id }, body: { role: 'user' } }),
    ],
    ['removed', async () => admin.call(removeAccessEntry, { params: { id: (await needEntry(boss)).id } })],
    [
      'blocked',
      async () =>
        admin.call(addAccessEntry, { body: { facebookId: boss.facebookId, name: 'Mei Tan', type: 'blacklist' } }),
    ],
  ])('cannot be %s, and is told why', async (_how, act) => {
    const answer = await act();
    expect([answer.status, answer.body]).toMatchObject([
      409,
      { message: 'This is the last administrator. Make somebody else an administrator first.' },
    ]);
    expect(await entryOf(boss.facebookId)).toMatchObject({ type: 'whitelist', role: 'admin' });
    expect(await logged()).toEqual([]);
  });

  test('is not the one who is on the list and has never logged in', async () => {
    await admin.call(addAccessEntry, {
      body: { facebookId: '1021', name: 'A slip of the pen', type: 'whitelist', role: 'admin' },
    });
    expect(await admin.call(removeAccessEntry, { params: { id: (await needEntry(boss)).id } })).toMatchObject({
      status: 409,
      body: { message: 'This is the last administrator who has logged in here. Ask another one to log in first.' },
    });
    const other = await buildUser(api.db, { role: 'admin' });
    expect((await admin.call(removeAccessEntry, { params: { id: (await needEntry(boss)).id } })).status).toBe(200);
    expect((await api.as(other).call(listAccessEntries)).status).toBe(200);
  });

  test('remains when two demote each other at the same moment', async () => {
    const other = await buildUser(api.db, { role: 'admin' });
    const [mine, theirs] = [await needEntry(boss), await needEntry(other)];
    const answers = await Promise.all([
      admin.call(changeAccessRole, { params: { id: theirs.id }, body: { role: 'user' } }),
      api.as(other).call(changeAccessRole, { params: { id: mine.id }, body: { role: 'user' } }),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403]);
    expect(await api.stored.accessEntries.values('id', { role: 'admin' })).toHaveLength(1);
  });
});

test("an administrator by the server's settings can be neither blocked nor demoted nor taken off", async () => {
  const fixed = await testApi({ ADMIN_FACEBOOK_IDS: '10215550001' });
  try {
    const chief = await buildUser(fixed.db, { facebookId: '10215550001', role: 'admin' });
    const other = fixed.as(await buildUser(fixed.db, { role: 'admin' }));
    const entry = (await other.call(listAccessEntries)).body.find(({ facebookId }) => facebookId === chief.facebookId);
    const id = entry?.id ?? 0;
    const answers = [
      await other.call(changeAccessRole, { params: { id }, body: { role: 'user' } }),
      await other.call(removeAccessEntry, { params: { id } }),
      await other.call(addAccessEntry, { body: { facebookId: chief.facebookId, name: 'x', type: 'blacklist' } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
    expect(answers[0]?.body).toMatchObject({ message: expect.stringContaining('ADMIN_FACEBOOK_IDS') });
  } finally {
    await fixed.close();
  }
});

test('login activity comes ten to a page, the newest first, by action and by part of a name or an id', async () => {
  await api.stored.loginActivities.add(
    Array.from({ length: 23 }, (_, n) => ({
      action: n % 2 === 0 ? 'login' : 'access_denied',
      name: n === 5 ? 'Siti 100%' : `Person ${n}`,
      facebook_id: `1021${n}`,
      access_control_type: 'none',
      ip_address: '127.0.0.1',
      created_at: new Date(Date.UTC(2026, 0, 1, 0, n)),
    })),
  );
  const first = (await admin.call(listLoginActivity, { query: {} })).body;
  expect(first.pagination).toEqual({ currentPage: 1, totalPages: 3, totalCount: 23 });
  expect(first.activities.map(({ name }) => name).slice(0, 2)).toEqual(['Person 22', 'Person 21']);
  expect((await admin.call(listLoginActivity, { query: { page: 3 } })).body.activities).toHaveLength(3);
  expect((await admin.call(listLoginActivity, { query: { action: 'access_denied' } })).body.pagination.totalCount).toBe(
    11,
  );
  expect(
    (await admin.call(listLoginActivity, { query: { search: '0%' } })).body.activities.map(({ name }) => name),
  ).toEqual(['Siti 100%']);
  expect(
    (await admin.call(listLoginActivity, { query: { search: '102122' } })).body.activities.map(({ name }) => name),
  ).toEqual(['Person 22']);
});

test('login activity says how somebody is listed by now, beside how it was then', async () => {
  const shown = async () => {
    const [activity] = (await admin.call(listLoginActivity, { query: { search: '555001' } })).body.activities;
    return [activity?.accessControlType, activity?.currentAccess];
  };
  await api.stored.loginActivities.add({
    action: 'access_denied',
    name: 'Ivy',
    facebook_id: '555001',
    access_control_type: 'none',
    ip_address: null,
  });
  expect(await shown()).toEqual(['none', 'none']);
  await admin.call(addAccessEntry, { body: { facebookId: '555001', name: 'Ivy', type: 'blacklist' } });
  expect(await shown()).toEqual(['none', 'blacklist']);
});

describe('invitation codes', () => {
  test('are made, listed with what is left of them, and deleted; each is in the log', async () => {
    const made = await admin.call(createInvitationCode, {
      body: { code: ' SPRING-FAIR ', maxUses: 2, description: 'For the fair' },
    });
    expect([made.status, made.body]).toMatchObject([
      201,
      { code: 'SPRING-FAIR', maxUses: 2, currentUses: 0, isActive: true, expiresAt: null },
    ]);
    await api.stored.invitationCodes.change({ current_uses: 2 });
    expect((await admin.call(listInvitationCodes)).body).toMatchObject([
      { code: 'SPRING-FAIR', currentUses: 2, isActive: false },
    ]);
    expect((await admin.call(deleteInvitationCode, { params: { id: made.body.id } })).status).toBe(200);
    expect((await admin.call(deleteInvitationCode, { params: { id: made.body.id } })).status).toBe(404);
    expect((await logged()).map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'invitations.deleted SPRING-FAIR',
      'invitations.created SPRING-FAIR',
    ]);
  });

  test('are refused twice with the same text, and with an end in the past', async () => {
    await admin.call(createInvitationCode, { body: { code: 'AUTUMN-FAIR' } });
    expect((await admin.call(createInvitationCode, { body: { code: 'AUTUMN-FAIR' } })).status).toBe(409);
    expect(
      (await admin.call(createInvitationCode, { body: { code: 'TOO-LATE-NOW', expiresAt: '2020-01-01T00:00:00Z' } }))
        .status,
    ).toBe(400);
  });
});

test('nobody changes or takes away a line of the audit log', async () => {
  await admin.call(addAccessEntry, { body: { facebookId: '1021', name: 'Lim', type: 'whitelist' } });
  await expect(api.stored.auditLog.change({ actor_name: 'Nobody' })).rejects.toThrow('only added to');
  await expect(api.stored.auditLog.remove()).rejects.toThrow('only added to');
});

test('the audit log is searched by name, id, action and subject', async () => {
  for (const name of ['Lim', 'Tan'])
    await admin.call(addAccessEntry, {
      body: { facebookId: `1021${name.length}${name.charCodeAt(0)}`, name, type: 'whitelist' },
    });
  const found = async (search: string) =>
    (await admin.call(listAuditLog, { query: { search } })).body.pagination.totalCount;
  expect([
    await found('lim'),
    await found('access.added'),
    await found(boss.facebookId),
    await found('nobody'),
  ]).toEqual([1, 2, 2, 0]);
});
