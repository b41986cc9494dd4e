import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { PageId } from '../../contract/ids.ts';
import * as contract from '../../contract/index.ts';
import { buildPage, buildPost, buildUser, DRAFT_FIELDS, type TestUser } from '../../testing/builders.ts';
import { setUpApi, setUpPerson } from '../../testing/scene.ts';
import { enterAs } from '../../testing/principals.ts';
import type { Caller } from '../../testing/test-api.ts';
import { pageRights } from '../page-rights/page-rights.ts';

const api = setUpApi({ CODE_RATE_LIMIT: '1000' });
const { me, caller } = setUpPerson(api);
let page: PageId;
beforeEach(async () => {
  page = (await buildPage(api.db, me, { name: 'Kedai Ampang' })).id;
});

interface Joined {
  readonly who: TestUser;
  readonly as: Caller;
  readonly memberId: number;
}

const invite = async (role: contract.MemberRole = 'editor') => {
  const answer = await caller.call(contract.invitePageMember, { params: { id: page }, body: { role } });
  expect(answer.status).toBe(201);
  return answer.body;
};
const accept = (as: Caller, code: string) => as.call(contract.acceptPageInvitation, { body: { code } });
const people = (as: Caller = caller) => as.call(contract.listPageMembers, { params: { id: page } });
const remove = (as: Caller, memberId: number) => as.call(contract.removePageMember, { params: { id: page, memberId } });
async function joined(role: contract.MemberRole = 'editor', name = 'Ravi Kumar'): Promise<Joined> {
  const who = await buildUser(api.db, { name });
  const as = api.as(who);
  const answer = await accept(as, (await invite(role)).code);
  expect(answer).toMatchObject({ status: 200, body: { id: page, role } });
  return { who, as, memberId: answer.body.memberId };
}

describe('a page is shared', () => {
  test('by a link, with whoever is logged in and opens it first', async () => {
    const { code, link, id } = await invite('approver');
    expect(link).toBe(`${api.config.PUBLIC_URL}/settings#join=${code}`);
    expect((await people()).body.invitations).toMatchObject([{ id, role: 'approver' }]);
    const ravi = await buildUser(api.db, { name: 'Ravi Kumar' });
    expect(await accept(api.as(ravi), code)).toMatchObject({
      status: 200,
      body: { id: page, name: 'Kedai Ampang', role: 'approver', owner: { name: me.name } },
    });
    expect((await people()).body).toMatchObject({
      role: 'owner',
      members: [{ name: 'Ravi Kumar', role: 'approver', isMe: false }],
      invitations: [],
    });
    expect((await api.as(ravi).call(contract.listSharedPages)).body).toMatchObject([{ id: page, role: 'approver' }]);
    expect((await people(api.as(ravi))).body).toMatchObject({ role: 'approver', members: [{ isMe: true }] });
  });

  test('and its owner is told who joined and who left, once each, and not whom they removed', async () => {
    const heard = async () => {
      const { body } = await caller.call(contract.listNotifications);
      return body.notifications.map(({ title, path }) => [title, path]);
    };
    const { as, memberId, who } = await joined('editor', 'Ravi Kumar');
    expect(await heard()).toEqual([['Ravi Kumar joined Kedai Ampang', '/settings']]);
    await remove(as, memberId);
    expect(await heard()).toEqual([['Ravi Kumar left Kedai Ampang', '/settings']]);
    await remove(caller, (await joined('approver', 'Mei Ling')).memberId);
    const titles = ['Mei Ling joined Kedai Ampang', 'Ravi Kumar left Kedai Ampang'];
    expect((await heard()).map(([title]) => title)).toEqual(titles);
    const kinds = await api.stored.outboxFacts.values('kind', { user_id: me.userId });
    expect(kinds).toEqual(['people_changed', 'people_changed', 'people_changed']);
    await api.as(who).call(contract.deleteAllData);
    const kept = [await heard(), await api.stored.outboxFacts.rows({ user_id: me.userId })];
    expect(JSON.stringify(kept)).not.toContain('Ravi');
  });

  test('with one person a link, however many open it at the same moment', async () => {
    const { code } = await invite();
    const many = await Promise.all([0, 1, 2, 3].map(async () => api.as(await buildUser(api.db))));
    const answers = await Promise.all(many.map((as) => accept(as, code)));
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404, 404]);
    expect((await people()).body.members).toHaveLength(1);
  });

  test('with nobody by a link that is old, taken back, or of a page that is gone', async () => {
    const ravi = api.as(await buildUser(api.db));
    const old = await invite();
    await api.stored.pageInvitations.age('8 days', ['created_at', 'expires_at'], { id: old.id });
    const takenBack = await invite();
    await caller.call(contract.deletePageInvitation, { params: { id: page, invitationId: takenBack.id } });
    const gone = await invite();
    await caller.call(contract.removePage, { params: { id: page } });
    for (const { code } of [old, takenBack, gone])
      expect(await accept(ravi, code)).toMatchObject({ status: 404, body: { message: /no longer valid/ } });
  });

  test('with nobody who has it already: their link stays good for somebody else', async () => {
    const { as } = await joined();
    const { code } = await invite('approver');
    expect(await accept(caller, code)).toMatchObject({ status: 409, body: { message: /your own page/ } });
    expect(await accept(as, code)).toMatchObject({ status: 409, body: { message: /already work with Kedai Ampang/ } });
    expect((await accept(api.as(await buildUser(api.db)), code)).status).toBe(200);
  });

  test('with nobody who may not come in, nor in another environment', async () => {
    const { code } = await invite();
    expect((await accept(api.as(null), code)).status).toBe(401);
    expect((await accept(api.as(await buildUser(api.db, { access: 'blacklist' })), code)).status).toBe(401);
    const elsewhere = await buildUser(api.db, { environment: 'production' });
    await api.show('production');
    const answer = await accept(api.as(elsewhere), code);
    await api.show('development');
    expect(answer.status).toBe(404);
  });

  test('with twenty people at most, invitations among them, also when two are made at once', async () => {
    await Promise.all(Array.from({ length: contract.PAGE_PEOPLE_MAX - 1 }, () => invite()));
    const last = await Promise.all(
      [0, 1].map(() => caller.call(contract.invitePageMember, { params: { id: page }, body: { role: 'editor' } })),
    );
    expect(last.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  test('by nobody who impersonates its owner', async () => {
    const admin = await enterAs(api, 'admin impersonating the owner', me);
    expect(
      (await admin.call(contract.invitePageMember, { params: { id: page }, body: { role: 'editor' } })).status,
    ).toBe(403);
  });
});

describe('who may do what', () => {
  const NOBODY = { editor: 404, approver: 404, stranger: 404 };
  const SEES = { editor: 200, approver: 200, stranger: 404 };
  const ONLY_OWNER = { editor: 403, approver: 403, stranger: 404 };
  /** A call about the page, and what each role is answered. */
  const CALLS: readonly (readonly [
    string,
    (as: Caller, memberId: number) => Promise<{ status: number }>,
    { editor: number; approver: number; stranger: number },
  ])[] = [
    ['see its people', (as) => people(as), { editor: 200, approver: 200, stranger: 404 }],
    ['invite', (as) => call(as, contract.invitePageMember, { role: 'editor' }), ONLY_OWNER],
    [
      'change a role',
      (as, memberId) => call(as, contract.updatePageMember, { role: 'approver' }, { memberId }),
      ONLY_OWNER,
    ],
    ['remove others', (as, memberId) => call(as, contract.removePageMember, {}, { memberId }), ONLY_OWNER],
    ['take invitations back', (as) => call(as, contract.deletePageInvitation, {}, { invitationId: 1 }), ONLY_OWNER],
    ['disconnect it', (as) => call(as, contract.removePage), ONLY_OWNER],
    ['schedule', (as) => as.call(contract.createPost, { body: post() }), ONLY_OWNER],
    ['publish', (as) => as.call(contract.createPost, { body: { ...post(), status: 'published' } }), ONLY_OWNER],
    [
      'keep a draft of a post',
      (as) => as.call(contract.createPost, { body: { ...post(), status: 'draft' } }),
      ONLY_OWNER,
    ],
    [
      'see its picture',
      (as) => as.fetch(`/api/facebook-pages/${page}/picture`),
      { editor: 204, approver: 204, stranger: 404 },
    ],
    [
      'check a post for it',
      (as) => as.call(contract.checkPost, { body: { content: 'Kopi', facebookPageId: page } }),
      SEES,
    ],
    ['set its limit of links', (as) => call(as, contract.setLinkLimit, { limit: 1 }), NOBODY],
    ['read how it does', (as) => as.call(contract.listLinkLimits, { query: { facebookPageId: page } }), NOBODY],
    ['plan its week', (as) => as.call(contract.replacePagePlans, { body: plan() }), NOBODY],
    ['let automation write', (as) => as.call(contract.saveAutomationSettings, { body: automation() }), NOBODY],
    ['repeat posts', (as) => as.call(contract.createRecurrence, { body: rule() }), NOBODY],
    ['compose', (as) => as.call(contract.createComposition, { body: composition() as never }), NOBODY],
  ];
  const post = () => ({
    content: 'Kopi',
    status: 'scheduled' as const,
    scheduledAt: new Date(Date.now() + 7_200_000).toISOString(),
    facebookPageId: page,
  });
  const plan = () => ({ pages: [{ facebookPageId: page, revision: 0 }], timeZone: null, slots: [] });
  const automation = () => ({
    regenerationFrequency: 6 as const,
    pageConfigurations: [{ pageId: page, isEnabled: true, contentCount: 1, contentScope: 'Tea' }],
  });
  const rule = () => ({
    facebookPageId: page,
    rule: 'FREQ=DAILY',
    timeOfDay: '09:00',
    texts: [{ content: 'Kopi' }],
  });
  const composition = () => ({ content: 'Kopi', status: 'draft', pages: [{ facebookPageId: page }] });
  const call = (as: Caller, endpoint: Endpoint, body: object = {}, params: object = {}) =>
    as.call(endpoint, { params: { id: page, ...params }, body });

  test.each(['editor', 'approver', 'stranger'] as const)('%s', async (role) => {
    const other = await joined('editor', 'Mei Ling');
    const as = role === 'stranger' ? api.as(await buildUser(api.db)) : (await joined(role)).as;
    for (const [what, doIt, expected] of CALLS)
      expect([what, (await doIt(as, other.memberId)).status]).toEqual([what, expected[role]]);
    expect(await api.stored.posts.rows({ facebook_page_id: page })).toEqual([]);
    expect((await people()).body.members).toContainEqual(expect.objectContaining({ name: 'Mei Ling', role: 'editor' }));
  });

  test.each([
    ['owner', ['see', 'propose', 'approve', 'manage']],
    ['editor', ['see', 'propose']],
    ['approver', ['see', 'approve']],
  ] as const)('of posts that are proposed: %s', async (role, may) => {
    const who = role === 'owner' ? me : (await joined(role)).who;
    for (const right of ['see', 'propose', 'approve', 'manage'] as const) {
      const asked = pageRights(api.db).mayOnPage(who, page, right);
      if (may.some((one) => one === right)) expect(await asked).toMatchObject({ role, owner: { userId: me.userId } });
      else await expect(asked).rejects.toThrow('Kedai Ampang');
    }
  });

  test('a draft for a page that is shared is of whoever writes it, and outlasts their part', async () => {
    const [editor, other] = [await joined(), await joined('approver', 'Mei Ling')];
    const key = randomUUID();
    const fields = { ...DRAFT_FIELDS, manual: 'Kopi at nine', pageId: String(page) };
    expect((await editor.as.call(contract.saveDraft, { params: { key }, body: { revision: 0, fields } })).status).toBe(
      200,
    );
    for (const as of [caller, other.as, api.as(await buildUser(api.db))]) {
      expect((await as.call(contract.readDraft, { params: { key } })).status).toBe(404);
      expect((await as.call(contract.listDrafts)).body).toEqual([]);
    }
    await remove(caller, editor.memberId);
    expect((await editor.as.call(contract.readDraft, { params: { key } })).body.fields).toMatchObject(fields);
    const proposed = { facebookPageId: page, content: fields.manual };
    expect((await editor.as.call(contract.createProposal, { body: proposed })).status).toBe(404);
    expect((await editor.as.call(contract.checkPost, { body: proposed })).status).toBe(404);
  });

  test('a check tells them whose the post is that theirs is like, and nothing of its limit of links', async () => {
    const { as } = await joined();
    await caller.call(contract.setLinkLimit, { params: { id: page }, body: { limit: 0 } });
    const id = await buildPost(api.db, me, { facebookPageId: page, content: 'Kopi at nine https://kopi.example' });
    const body = { facebookPageId: page, content: 'Kopi at nine https://kopi.example' };
    expect((await as.call(contract.checkPost, { body })).body).toMatchObject({
      repetitions: [{ id, author: { name: me.name } }],
      links: null,
    });
    expect((await caller.call(contract.checkPost, { body })).body).toMatchObject({
      repetitions: [{ id, author: null }],
    });
    expect((await as.call(contract.readQueuedPost, { params: { id } })).status).toBe(200);
  });

  test('a page that is shared is in no list of pages to publish to, and its token nowhere', async () => {
    const { as } = await joined();
    expect((await as.call(contract.listPages)).body).toEqual([]);
    expect((await as.call(contract.checkPagesStatus)).body).toEqual([]);
    expect((await as.call(contract.listSharedPages)).text).not.toContain('token');
  });
});

describe('a removal counts at once', () => {
  const queued = async (as: Caller) =>
    (
      await as.call(contract.listQueue, {
        query: { from: new Date().toISOString(), to: new Date(Date.now() + 86_400_000).toISOString() },
      })
    ).body.posts.map(({ id }) => id);

  test.each([
    ['the owner removes them', ({ memberId }: Joined) => remove(caller, memberId)],
    ['they leave', ({ as, memberId }: Joined) => remove(as, memberId)],
    ['the page is disconnected', () => caller.call(contract.removePage, { params: { id: page } })],
    [
      'the owner is blocked',
      () => api.stored.accessEntries.change({ type: 'blacklist' }, { facebook_id: me.facebookId }),
    ],
  ])('when %s', async (_, end) => {
    const member = await joined();
    const id = await buildPost(api.db, me, { facebookPageId: page });
    expect(await queued(member.as)).toEqual([id]);
    await end(member);
    expect(await queued(member.as)).toEqual([]);
    expect((await member.as.call(contract.readQueuedPost, { params: { id } })).status).toBe(404);
    expect((await people(member.as)).status).toBe(404);
    expect((await member.as.call(contract.listSharedPages)).body).toEqual([]);
    expect(await pageRights(api.db).mayOnPage(member.who, page, 'propose')).toBeNull();
  });

  test.each([
    ['this release', () => caller.call(contract.removePage, { params: { id: page } })],
    [
      'the release before, which knows of nobody,',
      () => api.stored.facebookPages.change({ removed_at: new Date() }, { id: page }),
    ],
  ])('of a page that %s removed, nobody comes back by themselves when it is connected again', async (_, removed) => {
    const { as } = await joined();
    await invite();
    await removed();
    const { page_id: pageId } = (await api.stored.facebookPages.first({ id: page })) as { page_id: string };
    await buildPage(api.db, me, { pageId });
    expect((await people(as)).status).toBe(404);
    expect((await people()).body).toMatchObject({ members: [], invitations: [] });
  });

  test('with the account of whoever deletes it, their part ends, and with that of the owner all parts', async () => {
    const [leaving, staying] = [await joined(), await joined('editor', 'Mei Ling')];
    expect((await leaving.as.call(contract.deleteAllData)).status).toBe(200);
    const { notifications } = (await caller.call(contract.listNotifications)).body;
    expect(notifications.map(({ title }) => title).toSorted()).toEqual([
      'Mei Ling joined Kedai Ampang',
      'Somebody who deleted their account left Kedai Ampang',
    ]);
    const told = await api.stored.outboxFacts.rows({ user_id: me.userId, kind: 'people_changed' });
    expect(told).toHaveLength(2);
    expect(JSON.stringify(told)).not.toContain('Ravi');
    expect((await people()).body.members).toMatchObject([{ id: staying.memberId }]);
    expect((await caller.call(contract.deleteAllData)).status).toBe(200);
    expect((await staying.as.call(contract.listSharedPages)).body).toEqual([]);
  });

  test('a role that was changed is what counts from the next call on', async () => {
    const { who, memberId } = await joined('editor');
    const answer = await caller.call(contract.updatePageMember, {
      params: { id: page, memberId },
      body: { role: 'approver' },
    });
    expect(answer).toMatchObject({ status: 200, body: { role: 'approver' } });
    await expect(pageRights(api.db).mayOnPage(who, page, 'propose')).rejects.toThrow('approver');
  });

  test('what was done with people of a page is in the audit log, without the link', async () => {
    const { memberId } = await joined();
    await remove(caller, memberId);
    const lines = await api.stored.auditLog.rows({ subject: 'Kedai Ampang', actor_facebook_id: me.facebookId });
    expect(lines.map((line: { action: string }) => line.action)).toEqual([
      'pages.member-invited',
      'pages.member-removed',
    ]);
  });
});
