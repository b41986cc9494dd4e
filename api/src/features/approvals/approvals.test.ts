import { beforeEach, describe, expect, test } from 'vitest';
import * as contract from '../../contract/index.ts';
import { automationScene } from '../../testing/automation-scene.ts';
import { buildPost, buildUser } from '../../testing/builders.ts';
import { fromNow } from '../../testing/stored.ts';
import { cookieOf } from '../../testing/test-api.ts';
import { approveByRule } from '../automation/approve-by-rule.ts';
import { planningService } from '../automation/planning.service.ts';
import { slotsRepository, type LinedText, type SlotClaim } from '../automation/slots.repository.ts';
import { approvalRulesRepository } from './approval-rules.repository.ts';

const scene = automationScene();
const { save, start, queue, tick, aiSays } = scene;
const KINDS = contract.GENERATOR_CONTENT_TYPES;
const BREAD = 'Fresh bread comes out of the oven while the street still sleeps.';
const KAYA = 'Kaya toast tastes like childhood, with soft butter and a slow morning.';

/** How many hours noon was ago in UTC, as a test begins: an hour may end meanwhile, and with the last one a day. */
let behind: number;
/** Where it is noon then, so that nothing here falls on another day. */
const noon = () => `Etc/GMT${behind < 0 ? '' : '+'}${behind}`;
/** The day of an instant there. */
const dayAtNoonsPlace = (at: Date) => new Date(at.getTime() - behind * 3_600_000).toISOString().slice(0, 10);
/** Where it is yesterday or tomorrow there. */
function onAnotherDay(): string {
  const another = behind >= -1 ? behind - 13 : behind + 14;
  return `Etc/GMT${another < 0 ? '' : '+'}${another}`;
}
beforeEach(async () => {
  behind = new Date().getUTCHours() - 12;
  await scene.api.stored.users.change({ time_zone: noon() });
});

const params = () => ({ id: scene.pageId });
const write = (terms: { kinds?: readonly (typeof KINDS)[number][]; postsPerDay?: number } = {}, by = scene.here) =>
  by.call(contract.writeApprovalRule, {
    params: params(),
    body: { kinds: [...(terms.kinds ?? KINDS)], postsPerDay: terms.postsPerDay ?? 5 },
  });
const rules = async () => (await scene.here.call(contract.listApprovalRules)).body.rules;
async function written(texts: readonly string[], choice: Parameters<typeof save>[0] = {}) {
  await save({ mode: 'draft', contentCount: texts.length, ...choice }, 1);
  await start();
  for (const text of texts) await aiSays({ type: 'ai-answer', text }, 1);
  await tick();
  return queue();
}
const standing = async (id: number) => (await scene.here.call(contract.postTimeline, { params: { id } })).body.standing;

test('a text that a rule covers is on the schedule, and its story says whose rule that was', async () => {
  const { body: rule } = await write();
  expect(rule).toMatchObject({ facebookPageId: scene.pageId, postsPerDay: 5, writtenBy: scene.me.name });
  const [slot] = await written([BREAD]);
  expect(slot).toMatchObject({ state: 'ready', content: BREAD });
  expect(await standing(slot?.postId ?? 0)).toEqual({
    kind: 'rule',
    by: scene.me.name,
    at: expect.any(String) as string,
    ruleWrittenAt: rule.writtenAt,
    isChanged: false,
  });
  expect(await rules()).toMatchObject([{ approvedToday: 1 }]);
});

test('without a rule, or after it has ended, each text waits', async () => {
  expect(await written([BREAD])).toMatchObject([{ state: 'draft' }]);
  await write();
  expect((await scene.here.call(contract.endApprovalRule, { params: params() })).body).toEqual({ hadRule: true });
  expect((await scene.here.call(contract.endApprovalRule, { params: params() })).body).toEqual({ hadRule: false });
  expect(await rules()).toEqual([]);
});

test('a rule that ends while the AI writes approves nothing any more', async () => {
  await write();
  const claim = await claimed();
  await scene.there.call(contract.endApprovalRule, { params: params() });
  expect(await approve(claim, { text: BREAD, line: '' })).toBe(false);
});

test('a text that is approved twice, in two processes at once, is one post', async () => {
  await write();
  const claim = await claimed();
  const lined = { text: BREAD, line: '' };
  const made = await Promise.all([approve(claim, lined), approve(claim, lined)]);
  expect(made.filter(Boolean)).toHaveLength(1);
  expect(await scene.api.stored.postApprovals.rows()).toHaveLength(1);
});

test('a line that was changed meanwhile, or review that was switched off, is no case for the rule', async () => {
  await write();
  const claim = await claimed();
  await save({ mode: 'draft', disclosure: 'By AI.' });
  expect(await approve(claim, { text: BREAD, line: '' })).toBe(false);
  await save({ mode: 'publish' });
  expect(await approve(claim, { text: BREAD, line: 'By AI.' })).toBe(false);
});

const approve = (claim: SlotClaim, lined: LinedText) =>
  scene.api.db.transaction((trx) => approveByRule(trx, claim, lined));
/** A slot whose text is being written. */
async function claimed(): Promise<SlotClaim> {
  await save({ mode: 'draft' });
  await start();
  await planningService({ db: scene.api.db, adminIds: [] }).planDue();
  return (await slotsRepository(scene.api.db).claim(1))[0] as SlotClaim;
}

test('a draft of another kind, or one that its owner has edited, does not wait because of the rule', async () => {
  await write({ postsPerDay: 1 });
  await written([BREAD, KAYA]);
  const reason = async () => (await queue()).find(({ state }) => state === 'draft')?.reason;
  expect(await reason()).toMatchObject({ code: 'rule_used_up' });
  const [kind] = await scene.api.stored.automationSlots.values<string>('content_type', { state: 'draft' });
  await write({ kinds: KINDS.filter((one) => one !== kind), postsPerDay: 1 });
  expect(await reason()).toBeNull();
  await write({ postsPerDay: 1 });
  await scene.api.stored.automationSlots.change({ written: KAYA }, { state: 'draft' });
  expect(await reason()).toBeNull();
});

test('a text of another kind waits for a person', async () => {
  // Which kind is next depends on the hour.
  const claim = await claimed();
  await write({ kinds: KINDS.filter((kind) => kind !== claim.contentType) });
  expect(await approve(claim, { text: BREAD, line: '' })).toBe(false);
  await write({ kinds: KINDS.filter((kind) => kind === claim.contentType) });
  expect(await approve(claim, { text: BREAD, line: '' })).toBe(true);
});

test.each([
  ['with a claim that has no source', 'Bread for RM 4.99.', { holdsUnsourced: false }],
  ['in another language', 'Roti segar keluar dari ketuhar setiap pagi untuk anda sekeluarga, datanglah.', {}],
])('a text %s waits for a person', async (_, text, choice) => {
  await write();
  expect(await written([text], choice)).toMatchObject([{ state: 'draft' }]);
});

test('two texts at once are no more than the rule lets through a day, and a deleted post counts', async () => {
  await write({ postsPerDay: 1 });
  const both = await written([BREAD, KAYA]);
  expect(both.map(({ state }) => state).toSorted()).toEqual(['draft', 'ready']);
  expect(both.find(({ state }) => state === 'draft')?.reason).toEqual({
    code: 'rule_used_up',
    message: 'The approval rule of this page has approved its 1 post for that day.',
  });
  const ready = both.find(({ state }) => state === 'ready');
  await scene.here.call(contract.deletePost, { params: { id: ready?.postId ?? 0 } });
  expect(await scene.api.stored.postApprovals.values('post_id')).toEqual([null]);
  expect(await rules()).toMatchObject([{ approvedToday: 1 }]);
});

test('a day in another zone is no second day', async () => {
  await write({ postsPerDay: 1 });
  await written([BREAD]);
  await scene.api.stored.users.change({ time_zone: onAnotherDay() });
  expect(await rules()).toMatchObject([{ approvedToday: 1 }]);
});

test('a late text counts for the day on which it goes out', async () => {
  await write({ postsPerDay: 1 });
  const claim = await claimed();
  await scene.api.stored.automationSlots.change({ due_at: fromNow(scene.api.db, '1 minute ago') });
  // It keeps apart from the one post that the rule has let through for tomorrow.
  const tomorrow = new Date(Date.now() + 13 * 3_600_000);
  const id = await buildPost(scene.api.db, scene.me, { facebookPageId: scene.pageId, scheduledAt: tomorrow });
  await scene.api.stored.posts.change({ is_automatic: true }, { id });
  await scene.api.stored.postApprovals.add({
    user_id: scene.me.userId,
    environment: scene.me.environment,
    facebook_page_id: scene.pageId,
    post_id: id,
    kind: 'rule',
    rule: '{}',
    content_hash: '',
    goes_out_at: tomorrow,
    goes_out_on: dayAtNoonsPlace(tomorrow),
  });
  expect(await approve(claim, { text: BREAD, line: '' })).toBe(false);
});

test('who approved a post that was deleted is known when it comes back', async () => {
  const [slot] = await written([BREAD]);
  const body = { contentHash: slot?.contentHash ?? '' };
  const approved = await scene.here.call(contract.approveSlot, { params: { id: slot?.id ?? 0 }, body });
  const id = approved.body.postId ?? 0;
  const { body: change } = await scene.here.call(contract.changeManyPosts, {
    body: { postIds: [id], change: { kind: 'delete' } },
  });
  await scene.here.call(contract.undoBulkChange, { params: { id: change.id } });
  expect(await standing(id)).toMatchObject({ kind: 'person', by: scene.me.name });
});

test('what a person approved is changed by no program', async () => {
  const [slot] = await written([BREAD]);
  const body = { contentHash: slot?.contentHash ?? '' };
  const approved = await scene.here.call(contract.approveSlot, { params: { id: slot?.id ?? 0 }, body });
  const id = approved.body.postId ?? 0;
  const { body: made } = await scene.here.call(contract.createToken, {
    body: { name: 'Script', scopes: ['draft', 'schedule', 'publish'], needsApproval: false },
  });
  const program = scene.api.withToken(made.token);
  const answers = [
    await program.call(contract.updatePost, { params: { id }, body: { content: KAYA } }),
    await program.call(contract.deletePost, { params: { id } }),
    await program.call(contract.publishPost, { params: { id }, body: {} }),
    await program.call(contract.changeManyPosts, { body: { postIds: [id], change: { kind: 'move', days: 1 } } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
  expect(await scene.api.stored.posts.rows({}, 'content', 'status')).toEqual([{ content: BREAD, status: 'scheduled' }]);
});

test('the rule of somebody who is blocked, or whose page is removed, counts no more', async () => {
  await write();
  const hold = () => scene.api.db.transaction((trx) => approvalRulesRepository(trx).hold(scene.pageId));
  expect(await hold()).toMatchObject({ writtenBy: scene.me.name });
  await scene.api.stored.accessEntries.change({ type: 'blacklist' });
  expect(await hold()).toBeNull();
  await scene.api.stored.accessEntries.change({ type: 'whitelist' });
  await scene.api.stored.facebookPages.change({ removed_at: new Date(), is_connected: false });
  expect(await hold()).toBeNull();
});

test('who edits what a rule approved is named after it: the approval was of other words', async () => {
  await write();
  const [slot] = await written([BREAD]);
  const id = slot?.postId ?? 0;
  await scene.here.call(contract.updatePost, { params: { id }, body: { content: KAYA } });
  expect(await standing(id)).toMatchObject({ kind: 'rule', isChanged: true });
});

test('a draft that a person approves is theirs', async () => {
  const [slot] = await written([BREAD]);
  const body = { contentHash: slot?.contentHash ?? '' };
  const approved = await scene.here.call(contract.approveSlot, { params: { id: slot?.id ?? 0 }, body });
  expect(await standing(approved.body.postId ?? 0)).toMatchObject({ kind: 'person', by: scene.me.name });
});

describe('only the owner in person writes a rule', () => {
  test('and who it was, and what it was before, stands in the audit log', async () => {
    await write({ postsPerDay: 2 });
    await write({ postsPerDay: 3, kinds: ['story'] });
    await scene.here.call(contract.endApprovalRule, { params: params() });
    const log = (await scene.api.stored.auditLog.rows()).slice(-3);
    expect(log.map(({ action }) => action)).toEqual([
      'approvals.rule-written',
      'approvals.rule-written',
      'approvals.rule-ended',
    ]);
    expect(log[1]).toMatchObject({
      actor_name: scene.me.name,
      before: { postsPerDay: 2, writtenBy: scene.me.name },
      after: { postsPerDay: 3, kinds: ['story'], writtenBy: scene.me.name },
    });
  });

  test('not an administrator who impersonates them, who may end it', async () => {
    await write();
    const admin = await buildUser(scene.api.db, { name: 'Ada Lim', role: 'admin' });
    const begun = await scene.api
      .as(admin)
      .call(contract.startImpersonation, { body: { facebookId: scene.me.facebookId } });
    const impersonating = scene.api.withCookie(cookieOf(begun.headers));
    expect((await write({}, impersonating)).status).toBe(403);
    expect((await impersonating.call(contract.endApprovalRule, { params: params() })).status).toBe(200);
  });

  test.each([{ kinds: [] }, { postsPerDay: 0 }, { postsPerDay: 25 }, { kinds: ['nonsense' as never] }])(
    'and no rule is %j',
    async (terms) => expect((await write(terms)).status).toBe(400),
  );
});

describe('a line where nobody reviewed', () => {
  const disclosure = contract.DISCLOSURES.English;

  test('stands below what is published without review, and below what a rule approved', async () => {
    const [unread] = await written([BREAD], { mode: 'publish', disclosure });
    expect(unread?.content).toBe(`${BREAD}\n\n${disclosure}`);
    expect(await standing(unread?.postId ?? 0)).toMatchObject({ kind: 'nobody', by: null });
  });

  test('stands once below what a rule approved, also where the AI wrote it itself', async () => {
    await write();
    const [slot] = await written([`${BREAD}\n${disclosure}`], { disclosure });
    expect(slot?.content).toBe(`${BREAD}\n\n${disclosure}`);
  });

  test('never stands below what a person approved, and by default below nothing', async () => {
    const [draft] = await written([BREAD], { disclosure });
    const body = { contentHash: draft?.contentHash ?? '' };
    const { body: approved } = await scene.here.call(contract.approveSlot, { params: { id: draft?.id ?? 0 }, body });
    expect(approved.content).toBe(BREAD);
    const [page] = (await scene.settings()).pageConfigurations;
    expect(page?.disclosure).toBe(disclosure);
  });

  test('is one line of at most 200 characters', async () => {
    expect((await scene.settings()).pageConfigurations[0]?.disclosure).toBe('');
    expect((await save({ disclosure: 'x'.repeat(201) })).status).toBe(400);
    expect((await save({ disclosure: 'One\nTwo' })).status).toBe(400);
  });
});
