import { beforeAll, beforeEach, expect, test } from 'vitest';
import * as contract from '../../contract/index.ts';
import { buildUser, type TestUser } from '../../testing/builders.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { fromNow } from '../../testing/stored.ts';
import type { Caller, TestProcess } from '../../testing/test-api.ts';

let { me, caller, page, pageRow } = {} as Scene;
const api = setUpScene((scene) => {
  ({ me, caller, page, pageRow } = scene);
});
let second: TestProcess;
beforeAll(async () => {
  second = await api.another();
});
beforeEach(() => api.stored.mailServer.remove());

async function joined(role: contract.MemberRole, name: string): Promise<{ who: TestUser; as: Caller }> {
  const who = await buildUser(api.db, { name });
  const as = api.as(who);
  const { body } = await caller.call(contract.invitePageMember, { params: { id: pageRow }, body: { role } });
  await as.call(contract.acceptPageInvitation, { body: { code: body.code } });
  return { who, as };
}
const at = (hours: number) => new Date(Math.ceil(Date.now() / 60_000 + hours * 60) * 60_000).toISOString();
async function propose(as: Caller, content: string, hours: number | null = 30) {
  const scheduledAt = hours === null ? {} : { scheduledAt: at(hours) };
  return (await as.call(contract.createProposal, { body: { facebookPageId: pageRow, content, ...scheduledAt } })).body;
}
/** The minute of all that waits comes, and goes by. */
const pass = () => api.stored.proposals.change({ scheduled_at: fromNow(api.db, '-2 minutes') });
const tell = ({ app }: Pick<TestProcess, 'app'>) =>
  app.jobs.find(({ name }) => name === 'tell-of-passed-proposals')!.run(new Date());
const told = async () =>
  (await api.stored.outboxFacts.rows({ kind: 'proposal_waits' }))
    .filter(({ params }) => (params as { isOver?: boolean }).isOver === true)
    .map(({ user_id: userId, params }) => [userId, (params as { proposalIds: number[] }).proposalIds.length]);

const bell = async (as: Caller) =>
  (await as.call(contract.listNotifications)).body.notifications.filter(({ path }) => path?.startsWith('/super'));

test('what nobody decided in time is told once, to whoever decides and whoever proposed it', async () => {
  const [editor, approver] = [await joined('editor', 'Ravi Kumar'), await joined('approver', 'Mei Ling')];
  const first = await propose(editor.as, 'Fresh bread from seven.');
  await propose(caller, 'Tomorrow we bake scones.', 40);
  await propose(editor.as, 'As soon as somebody says so.', null);
  await tell(api);
  expect(await told()).toEqual([]);
  await api.stored.proposals.change({ scheduled_at: fromNow(api.db, '-2 minutes') }, { id: [1, 2] });
  await Promise.all([tell(api), tell(second), tell(api)]);
  await tell(second);
  expect(await told()).toEqual([
    [me.userId, 2],
    [approver.who.userId, 2],
    [editor.who.userId, 1],
  ]);
  const inBell = (words: string) => [expect.objectContaining({ title: words, path: '/super-generator?inbox=waiting' })];
  for (const [as, title] of [
    [caller, `2 posts for ${page.name} weren't approved in time`],
    [approver.as, `2 posts for ${page.name} weren't approved in time`],
    [editor.as, `A post for ${page.name} wasn't approved in time`],
  ] as const)
    expect(await bell(as)).toEqual(inBell(title));
  const { body } = await editor.as.call(contract.readProposal, { params: { id: first.id } });
  expect([body.state, body.reasons.map(({ code }) => code)]).toEqual([
    'waiting',
    expect.arrayContaining(['time_passed']),
  ]);
});

test('what was decided is no news, and a new time that passes as well is', async () => {
  const [gone, moved] = [await propose(caller, 'Fresh bread from seven.'), await propose(caller, 'Scones at ten.', 40)];
  await caller.call(contract.rejectProposal, { params: { id: gone.id }, body: {} });
  await pass();
  await tell(api);
  expect(await told()).toEqual([[me.userId, 1]]);
  await caller.call(contract.changeProposal, { params: { id: moved.id }, body: { scheduledAt: at(50) } });
  await tell(api);
  expect(await told()).toHaveLength(1);
  await api.stored.proposalEvents.age('1 hour', ['at']);
  await pass();
  await tell(api);
  expect(await told()).toHaveLength(2);
});

test('who proposed it reads in a mail that it was not published, unless it has a new time by then', async () => {
  const editor = await joined('editor', 'Ravi Kumar');
  await api.stored.users.change({ email: 'ravi@example.com' }, { id: editor.who.userId });
  const mailed = async () => {
    await tell(api);
    await api.app.mail.round();
    await api.stored.mails.change({ due_at: fromNow(api.db, '-1 second') }, { state: 'waiting' });
    await api.app.mail.round();
    return (await api.sandbox.mails()).filter(({ to }) => to === 'ravi@example.com');
  };
  const { id } = await propose(editor.as, 'Fresh bread from seven.');
  await pass();
  const [mail, ...more] = await mailed();
  expect([mail?.subject, more]).toEqual([`A post for ${page.name} wasn't approved in time`, []]);
  expect(mail?.text).not.toContain('/mail/review');

  await api.stored.proposalEvents.age('1 hour', ['at']);
  await pass();
  await tell(api);
  await editor.as.call(contract.changeProposal, { params: { id }, body: { scheduledAt: at(50) } });
  expect(await mailed()).toHaveLength(1);
});
