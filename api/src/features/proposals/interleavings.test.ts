import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { deletePost } from '../../contract/index.ts';
import { PROBLEM_ACTION } from '../../contract/pages.ts';
import { TOKEN_SCOPES } from '../../contract/token-scopes.ts';
import type { Session } from '../../http/session.ts';
import { beforeUpdate, endWhoWaits } from '../../testing/before-update.ts';
import { waitingStatements } from '../../testing/database-state.ts';
import { haveTokens } from '../../testing/have-tokens.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { stored } from '../../testing/stored.ts';
import type { TestProcess } from '../../testing/test-api.ts';
import { chanceFrom } from '../engagement/seeded-chance.ts';
import type { Outcome } from './in-turn.ts';
import type { ProposalInput } from './proposal-input.ts';
import { present } from './proposals.present.ts';

let { me, caller, page, pageRow } = {} as Scene;
const api = setUpScene((scene) => {
  ({ me, caller, page, pageRow } = scene);
});
beforeEach(() => haveTokens(api.db, me, [1, 2, 3]));
let second: TestProcess;
beforeAll(async () => {
  second = await api.another();
});

const MOVES = 60;
const TEXTS = [
  'Fresh bread from seven, and kaya toast until noon.',
  'Our new oven has arrived. Come and smell it!',
  'Closed on Monday: we are at the market in Ipoh.',
];
const LAST = 'After all of that: scones on Sunday.';
const PERSON = { onlyPages: null, impersonator: null, idHash: Buffer.alloc(0) };
const person = () => ({ ...me, ...PERSON, token: null }) as unknown as Session;
const token = (id: number, needsApproval: boolean) =>
  ({
    ...me,
    ...PERSON,
    token: { id, name: `Agent ${id}`, scopes: [...TOKEN_SCOPES], needsApproval, trust: null },
  }) as unknown as Session;
const input = (content: string): ProposalInput => ({
  facebookPageId: pageRow,
  content,
  link: null,
  contentType: 'story',
  isAiGenerated: true,
  mediaType: 'text',
  placement: 'feed',
  places: [],
  scheduledAt: null,
  nextSlot: null,
  note: null,
});

test.each([1, 3, 4])(
  'whatever agents and people do at once, nothing is out twice or unapproved (seed %i)',
  async (seed) => {
    const chance = chanceFrom(seed);
    const some = <T>(of: readonly T[]): T => of[Math.floor(chance() * of.length)]!;
    const seen: Outcome['proposal'][] = [];
    const approved = new Set<string>();
    const accepted = new Set<string>();

    async function move(): Promise<void> {
      const { proposals } = some([api, second]).app;
      const kind = chance();
      const known = seen.length === 0 ? null : some(seen);
      if (kind < 0.45 || known === null) {
        const isTrusted = chance() < 0.2;
        const { proposal } = await proposals.propose(token(isTrusted ? 2 : 1, !isTrusted), input(some(TEXTS)));
        if (proposal.decidedBy === null && proposal.state === 'approved') accepted.add(proposal.content);
        seen.push(proposal);
      } else if (kind < 0.6) {
        const changes = { content: `${known.content.split(' (')[0]} (${Math.floor(chance() * 3)})` };
        seen.push((await proposals.change(token(1, true), known.id, { expectedHash: null, changes })).proposal);
      } else if (kind < 0.85) {
        await proposals.approve(person(), known.id, known.contentHash);
        approved.add(known.content);
      } else if (kind < 0.92) await proposals.withdraw(token(1, true), known.id);
      else await proposals.reject(person(), known.id, { kind: null, reason: null, hash: null });
    }

    for (let round = 0; round < MOVES / 6; round += 1) {
      await Promise.all(Array.from({ length: 6 }, () => move().catch(() => null)));
      if (round % 3 === 2) await api.turn();
    }
    const { proposal: last } = await api.app.proposals.propose(token(1, true), input(LAST));
    await api.app.proposals.approve(person(), last.id, last.contentHash);
    approved.add(LAST);
    // One post of a page at a time goes out: of several due ones the oldest.
    await api.stored.posts.change(
      { scheduled_at: new Date(Date.now() - 60_000) },
      { status: 'scheduled', content: LAST },
    );
    await api.turn();

    const out = (await api.sandbox.oracle(page.id)).flatMap(({ message, is_published: isOut }) =>
      isOut && [...TEXTS, LAST].some((text) => String(message).startsWith(text)) ? [String(message)] : [],
    );
    const posts = await api.stored.posts.rows({ user_id: me.userId }, 'id', 'content');
    expect(out.filter((message) => !approved.has(message) && !accepted.has(message))).toEqual([]);
    expect(new Set(out).size).toBe(out.length);
    expect(out).toContain(LAST);
    // Each post that is there belongs to a proposal that was approved.
    const decided = await api.stored.proposals.values('post_id', { state: 'approved' });
    expect(posts.filter(({ id }) => !decided.includes(id))).toEqual([]);
  },
);

test('a process that dies in the middle of an approval leaves none, and the next press makes one', async () => {
  const { proposal } = await api.app.proposals.propose(token(1, true), input(TEXTS[0]!));
  const proposals = beforeUpdate(api.db, 'proposals');
  // After the post was made, before anybody has heard of it.
  await proposals.fail('the line was cut');
  await expect(api.app.proposals.approve(person(), proposal.id, proposal.contentHash)).rejects.toThrow();
  await proposals.asAlways();
  expect(await api.stored.posts.rows({ user_id: me.userId })).toEqual([]);
  const { proposal: now } = await second.app.proposals.approve(person(), proposal.id, proposal.contentHash);
  expect(now.state).toBe('approved');
  expect(await api.stored.posts.rows({ user_id: me.userId })).toHaveLength(1);
});

test.each([
  [
    'changed',
    (id: number) => api.app.proposals.change(token(1, true), id, { expectedHash: null, changes: { content: LAST } }),
  ],
  ['withdrawn', (id: number) => api.app.proposals.withdraw(token(1, true), id)],
])('what goes out while it is %s stays out, and is neither asked for again nor forgotten', async (_, end) => {
  const { proposal } = await api.app.proposals.propose(token(1, true), input(TEXTS[1]!));
  const { proposal: approved } = await api.app.proposals.approve(person(), proposal.id, proposal.contentHash);
  // Its last step is made, and nobody else sees that yet.
  const worker = await api.db.transaction();
  await stored(worker).posts.change({ status: 'published', published_at: worker.fn.now() }, { id: approved.postId });
  const ending = end(proposal.id).catch((error: unknown) => error);
  await expect.poll(() => waitingStatements(api.db)).toBe(1);
  await worker.commit();
  expect(await ending).toMatchObject({ message: 'This post is already published.' });
  expect(await api.app.proposals.read(me, proposal.id)).toMatchObject({ postStatus: 'published', content: TEXTS[1] });
});

describe('what a person approves at that moment counts as approved', () => {
  /** Its approval is made and nobody sees that yet, when somebody else asks in another process. */
  async function meanwhile(ask: (id: number) => Promise<Outcome>) {
    const { proposal } = await api.app.proposals.propose(token(1, true), input(TEXTS[2]!));
    const proposals = beforeUpdate(api.db, 'proposals');
    const gate = await proposals.gate();
    const approving = api.app.proposals.approve(person(), proposal.id, proposal.contentHash);
    await gate.reached();
    const asking = ask(proposal.id).catch((error: unknown) => error);
    await expect.poll(() => waitingStatements(api.db)).toBe(2);
    await gate.open();
    expect((await approving).proposal.state).toBe('approved');
    const answer = await asking;
    await proposals.asAlways();
    return { answer, posts: await api.stored.posts.values('content', { user_id: me.userId }) };
  }

  test('where another token of theirs changes it', async () => {
    const changes = { content: LAST };
    const { answer, posts } = await meanwhile((id) =>
      second.app.proposals.change(token(2, false), id, { expectedHash: null, changes }),
    );
    expect(answer).toMatchObject({ message: expect.stringContaining('Another token proposed it. It is approved') });
    expect(posts).toEqual([TEXTS[2]]);
  });

  test('where its own token withdraws it', async () => {
    const { answer, posts } = await meanwhile((id) => second.app.proposals.withdraw(token(1, true), id));
    expect(answer).toMatchObject({ proposal: { state: 'waiting', reasons: [{ code: 'taken_back' }], postId: null } });
    expect(posts).toEqual([]);
  });
});

test('what may be out is not taken back to be approved again', async () => {
  const { proposal } = await api.app.proposals.propose(token(1, true), input(TEXTS[1]!));
  const { proposal: approved } = await api.app.proposals.approve(person(), proposal.id, proposal.contentHash);
  const unclear = { code: 'outcome_unclear', params: {}, action: PROBLEM_ACTION.resolve };
  for (const status of ['failed', 'draft']) {
    await api.stored.posts.change({ status, problem: JSON.stringify(unclear) }, { id: approved.postId });
    await expect(api.app.proposals.withdraw(token(1, true), proposal.id)).rejects.toThrow('may already be published');
  }
});

test.each([person, () => token(1, true)])('what was sent is not made anew without a look (%#)', async (by) => {
  const { proposal } = await api.app.proposals.propose(token(1, true), input(TEXTS[1]!));
  const { proposal: approved } = await api.app.proposals.approve(person(), proposal.id, proposal.contentHash);
  const sent = { post_id: approved.postId, state: 'refused', sent_at: new Date(), may_be_out: true } as const;
  await api.stored.publishAttempts.add({ ...sent, ended_at: new Date() });
  await expect(api.app.proposals.withdraw(by(), proposal.id)).rejects.toThrow('may already be published');
  await expect(
    api.app.proposals.change(by(), proposal.id, { expectedHash: null, changes: { content: LAST } }),
  ).rejects.toThrow('may already be published');
  await api.stored.publishAttempts.change({ resolution: JSON.stringify({ as: 'not-out' }) }, { post_id: sent.post_id });
  expect((await api.app.proposals.withdraw(by(), proposal.id)).proposal.postId).toBeNull();
});

test('what went out stays so when its record is deleted here', async () => {
  const { proposal } = await api.app.proposals.propose(token(1, true), input(TEXTS[2]!));
  const { proposal: approved } = await api.app.proposals.approve(person(), proposal.id, proposal.contentHash);
  await api.turn();
  await caller.call(deletePost, { params: { id: approved.postId! } });
  const now = await api.app.proposals.read(me, proposal.id);
  expect(present(now)).toMatchObject({ state: 'published', postId: null, publishedAt: expect.any(String) });
  await expect(
    api.app.proposals.change(token(1, true), proposal.id, { expectedHash: null, changes: { content: LAST } }),
  ).rejects.toThrow('already published');
  const again = await api.app.proposals.propose(token(2, false), input(TEXTS[2]!));
  expect(again).toMatchObject({ isRepeat: true, proposal: { id: proposal.id } });
});

test('an approval whose process is shot with its post made leaves none, and the next process makes one', async () => {
  const { proposal } = await api.app.proposals.propose(token(1, true), input(TEXTS[0]!));
  const rows = beforeUpdate(api.db, 'proposals');
  const gate = await rows.gate();
  const approving = api.app.proposals.approve(person(), proposal.id, proposal.contentHash).catch(() => 'shot');
  await gate.reached();
  await endWhoWaits(api.db);
  expect(await approving).toBe('shot');
  await gate.open();
  await rows.asAlways();
  expect(await api.app.proposals.read(me, proposal.id)).toMatchObject({ state: 'waiting', postId: null });
  const press = () => second.app.proposals.approve(person(), proposal.id, proposal.contentHash);
  const { proposal: first } = await press();
  // Its process is shot once it is done, before it answers: whoever presses again hears the same.
  expect(await press()).toMatchObject({ isRepeat: true, proposal: { postId: first.postId } });
  expect(await api.stored.posts.rows({ user_id: me.userId })).toHaveLength(1);
});
