import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  approveProposal,
  changeProposal,
  createPost,
  createProposal,
  createToken,
  deletePost,
  listProposals,
  MAX_WAITING_OF_TOKEN,
  publishPost,
  readProposal,
  rejectProposal,
  updatePost,
  uploadMedia,
  withdrawProposal,
  type BodyOf,
} from '../../contract/index.ts';
import type { PageId } from '../../contract/ids.ts';
import type { TokenScope } from '../../contract/token-scopes.ts';
import { buildPage, buildUser } from '../../testing/builders.ts';
import { pngFile } from '../../testing/media-files.ts';
import { buildProposalInput } from '../../testing/proposal-input.ts';
import { haveTokens } from '../../testing/have-tokens.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import type { TestProcess } from '../../testing/test-api.ts';
import type { Session } from '../../http/session.ts';
import { mailLinks } from '../mail/mail-links.ts';
import type { ProposalInput } from './proposal-input.ts';
import type { Trust } from './trust.ts';

let { me, caller, page, pageRow } = {} as Scene;
const api = setUpScene((scene) => {
  ({ me, caller, page, pageRow } = scene);
});
beforeEach(() => haveTokens(api.db, me, [0, 1, 2, 3]));
let second: TestProcess;
beforeAll(async () => {
  second = await api.another();
});

const inHours = (hours: number) => new Date(Math.ceil(Date.now() / 60_000 + hours * 60) * 60_000);
const TEXT = 'Fresh bread from seven, and kaya toast until noon.';

/** A call by a token of this person. */
function tokenOf(
  {
    needsApproval = true,
    trust = null,
    id = 1,
    scopes = ['read', 'draft', 'schedule', 'publish'],
  }: { needsApproval?: boolean; trust?: Trust | null; id?: number; scopes?: TokenScope[] } = {},
  of = me,
): Session {
  return {
    ...of,
    idHash: Buffer.alloc(0),
    impersonator: null,
    token: { id, name: 'Helper', needsApproval, trust, scopes },
  } as unknown as Session;
}
const input = (facts: Partial<ProposalInput> = {}) =>
  buildProposalInput({ facebookPageId: pageRow, content: TEXT, scheduledAt: inHours(30) }, facts);
const propose = (facts: Partial<ProposalInput> = {}, session = tokenOf(), process: TestProcess = api) =>
  process.app.proposals.propose(session, input(facts));
const posts = () => api.stored.posts.rows({ user_id: me.userId }, 'content', 'status', 'scheduled_at');
const approve = (id: number, contentHash: string, as = caller) =>
  as.call(approveProposal, { params: { id: String(id) }, body: { contentHash } });

const withdraw = (id: number, session: Session) => api.app.proposals.withdraw(session, id);
const person = () => ({ ...tokenOf(), token: null }) as unknown as Session;
async function approved(facts: Partial<ProposalInput> = {}) {
  const { proposal } = await propose(facts);
  return api.app.proposals.approve(person(), proposal.id, proposal.contentHash);
}

describe('what an agent proposes', () => {
  test('is no post before a person approves exactly that, and one afterwards', async () => {
    const at = inHours(30);
    const { proposal } = await propose({ scheduledAt: at });
    expect(proposal).toMatchObject({ state: 'waiting', postId: null, reasons: [{ code: 'needs_approval' }] });
    expect(await posts()).toEqual([]);
    expect(
      await caller.call(approveProposal, {
        params: { id: String(proposal.id) },
        body: { contentHash: 'a'.repeat(64) },
      }),
    ).toMatchObject({ status: 409 });
    expect(await posts()).toEqual([]);

    const answer = await approve(proposal.id, proposal.contentHash);
    expect(answer).toMatchObject({ status: 200, body: { state: 'scheduled', decision: { by: 'Siti Aminah' } } });
    expect(await posts()).toEqual([{ content: TEXT, status: 'scheduled', scheduled_at: at }]);
  });

  test('again and again, by other tokens, in two processes at once, is one', async () => {
    const asked = Array.from({ length: 12 }, (_, n) =>
      propose(
        {
          content: n % 3 === 0 ? `${TEXT.toUpperCase()}\u200b ` : TEXT,
          ...(n % 4 === 0 ? { nextSlot: null, scheduledAt: null } : {}),
        },
        tokenOf({ id: n % 2, needsApproval: n % 5 !== 0 }),
        n % 2 === 0 ? api : second,
      ),
    );
    const outcomes = await Promise.all(asked);
    expect(new Set(outcomes.map(({ proposal }) => proposal.id)).size).toBe(1);
    expect(outcomes.filter(({ isRepeat }) => !isRepeat)).toHaveLength(1);
    expect((await posts()).length).toBeLessThan(2);
  });

  test('again is told what became of the first, also when its time is over', async () => {
    const { proposal } = await propose({ scheduledAt: null });
    await approve(proposal.id, proposal.contentHash);
    await api.turn();
    const { proposal: known, isRepeat } = await propose({ scheduledAt: new Date(Date.now() - 3_600_000) });
    expect({ id: known.id, isRepeat, status: known.postStatus }).toEqual({
      id: proposal.id,
      isRepeat: true,
      status: 'published',
    });
    const { body } = await caller.call(readProposal, { params: { id: String(proposal.id) } });
    expect(body).toMatchObject({ state: 'published', permalinkUrl: expect.any(String) });
    expect(body.message).toContain(String(body.permalinkUrl));
    expect((await api.sandbox.oracle(page.id)).filter(({ message }) => message === TEXT)).toHaveLength(1);
  });

  test('and was rejected is not asked again, but told why', async () => {
    const { proposal } = await propose();
    await caller.call(rejectProposal, { params: { id: String(proposal.id) }, body: { reason: 'We are closed then.' } });
    expect(await approve(proposal.id, proposal.contentHash)).toMatchObject({ status: 409 });
    const { proposal: known, isRepeat } = await propose({}, tokenOf({ needsApproval: false }));
    expect({ isRepeat, state: known.state, why: known.decisionReason }).toEqual({
      isRepeat: true,
      state: 'rejected',
      why: 'We are closed then.',
    });
    expect(await posts()).toEqual([]);
  });

  test('in other words waits for a person, however far its token is trusted', async () => {
    const trusted = tokenOf({ needsApproval: false });
    const first = await propose({}, trusted);
    const other = await propose(
      { content: 'From seven: fresh bread, and kaya toast until noon!', scheduledAt: inHours(50) },
      trusted,
      second,
    );
    expect([first.proposal.state, other.proposal.state]).toEqual(['approved', 'waiting']);
    expect(other.proposal).toMatchObject({
      reasons: [{ code: 'looks_like_another' }],
      similar: { content: TEXT, isSame: false },
    });
    expect(await posts()).toHaveLength(1);
  });

  test('on another day, word for word, asks whether it is the same', async () => {
    const trusted = tokenOf({ needsApproval: false });
    await propose({}, trusted);
    const { proposal, isRepeat } = await propose({ scheduledAt: inHours(30 + 24 * 7) }, trusted);
    expect(isRepeat).toBe(false);
    expect(proposal).toMatchObject({ state: 'waiting', similar: { isSame: true } });
  });

  test('at the time of another post waits for a person', async () => {
    const trusted = tokenOf({ needsApproval: false });
    await propose({}, trusted);
    const { proposal } = await propose({ content: 'Tomorrow we bake scones for the whole street.' }, trusted);
    expect(proposal.reasons).toEqual([{ code: 'too_close', minutes: 30 }]);
    expect(await approve(proposal.id, proposal.contentHash)).toMatchObject({
      status: 409,
      body: { freeAt: expect.any(String) },
    });
    expect(await posts()).toHaveLength(1);
  });

  test('is accepted by its token within its limits, and waits beyond them, whoever asks at once', async () => {
    const trusted = tokenOf({ needsApproval: false, trust: { kinds: ['text'], postsPerDay: 2, hours: null } });
    const day = inHours(24 * 3);
    day.setUTCHours(1, 0, 0, 0);
    const texts = [
      'Scones today.',
      'Our oven is new!',
      'Who wants rye?',
      'Cinnamon season begins.',
      'Closed on Monday.',
    ];
    const made = await Promise.all(
      texts.map((content, n) =>
        propose({ content, scheduledAt: new Date(day.getTime() + n * 3_600_000) }, trusted, n % 2 === 0 ? api : second),
      ),
    );
    const states = made.map(({ proposal }) => proposal.state).toSorted();
    expect(states).toEqual(['approved', 'approved', 'waiting', 'waiting', 'waiting']);
    expect(made.find(({ proposal }) => proposal.state === 'waiting')?.proposal.reasons).toEqual([
      { code: 'posts_per_day', limit: 2 },
    ]);
    expect(await posts()).toHaveLength(2);
  });

  test('by a token that only drafts waits, also where nobody asked for approval', async () => {
    const some = (scopes: TokenScope[]) => tokenOf({ needsApproval: false, scopes });
    const drafted = await propose({}, some(['draft']));
    const soon = await propose({ content: 'Rye is back.', scheduledAt: null }, some(['draft', 'schedule']));
    const planned = await propose({ content: 'Wheat beer!', scheduledAt: inHours(60) }, some(['draft', 'publish']));
    expect([drafted, soon, planned].map(({ proposal }) => [proposal.state, proposal.reasons])).toEqual([
      ['waiting', [{ code: 'scope', scope: 'schedule' }]],
      ['waiting', [{ code: 'scope', scope: 'publish' }]],
      ['waiting', [{ code: 'scope', scope: 'schedule' }]],
    ]);
    expect(await posts()).toEqual([]);
  });

  test('is at most so much', async () => {
    await api.stored.proposals.add(
      Array.from({ length: MAX_WAITING_OF_TOKEN }, (_, n) => ({
        user_id: me.userId,
        environment: me.environment,
        author_id: me.userId,
        facebook_page_id: pageRow,
        content: `Text ${n}`,
        content_type: 'story',
        is_ai_generated: true,
        media_type: 'text',
        placement: 'feed',
        content_hash: `h${n}`,
        intent_hash: `i${n}`,
        marks: [],
        person_name: 'Siti Aminah',
        token_id: 1,
      })),
    );
    await expect(propose()).rejects.toThrow('100 proposals of this token wait for approval already');
    expect((await propose({}, tokenOf({ id: 2 }))).isRepeat).toBe(false);
  });
});

describe('a change', () => {
  const change = (
    id: number,
    changes: Partial<ProposalInput>,
    session = tokenOf(),
    expectedHash: string | null = null,
  ) => api.app.proposals.change(session, id, { expectedHash, changes });

  test('ends the approval: the post is off the schedule until somebody approves what it is now', async () => {
    const { proposal } = await propose();
    await approve(proposal.id, proposal.contentHash);
    const { proposal: changed } = await change(
      proposal.id,
      { content: 'Half price all day!' },
      tokenOf({ needsApproval: false }),
    );
    expect(changed).toMatchObject({
      state: 'waiting',
      former: { content: TEXT },
      reasons: [{ code: 'changed_after_approval' }],
    });
    expect(await posts()).toEqual([]);
    const late = await approve(proposal.id, proposal.contentHash);
    expect(late).toMatchObject({
      status: 409,
      body: { changed: ['text'], message: expect.stringContaining('Its text is not what you read.') },
    });
    expect(await posts()).toEqual([]);
    expect((await approve(proposal.id, changed.contentHash)).body.state).toBe('scheduled');
    expect(await posts()).toMatchObject([{ content: 'Half price all day!' }]);
  });

  test("of what another token proposed waits: it would count as that one's, past the limits of this one", async () => {
    const trusted = tokenOf({ id: 2, needsApproval: false, trust: { kinds: null, postsPerDay: 1, hours: null } });
    const { proposal } = await propose();
    const { proposal: changed } = await change(proposal.id, { content: 'Half price all day!' }, trusted);
    expect(changed).toMatchObject({ state: 'waiting', reasons: [{ code: 'of_somebody_else' }] });
    expect(await posts()).toEqual([]);
  });

  test.each(['approved', 'rejected'])(
    'after another change of what a person %s waits as the first did, however far its token is trusted',
    async (decided) => {
      const trusted = tokenOf({ needsApproval: false });
      const { proposal } = await propose();
      if (decided === 'approved') await approve(proposal.id, proposal.contentHash);
      else await caller.call(rejectProposal, { params: { id: String(proposal.id) }, body: {} });
      await change(proposal.id, { content: 'Half price all day!' }, trusted);
      const { proposal: changed } = await change(proposal.id, { content: TEXT }, trusted);
      expect(changed).toMatchObject({ state: 'waiting', reasons: [{ code: 'changed_after_approval' }] });
      expect(await posts()).toEqual([]);
    },
  );

  test('of what a person deleted waits for that person, however far its token is trusted', async () => {
    const trusted = tokenOf({ needsApproval: false });
    const { proposal } = await propose({}, trusted);
    expect((await caller.call(deletePost, { params: { id: proposal.postId ?? 0 } })).status).toBe(200);
    const { proposal: changed } = await change(proposal.id, { content: 'Half price all day!' }, trusted);
    expect(changed).toMatchObject({ state: 'waiting', reasons: [{ code: 'changed_after_approval' }] });
    expect(await posts()).toEqual([]);
  });

  test.each([
    ['is another program: it is approved', async () => (await approved()).proposal, 'Another token proposed it.'],
    ['is a person', async () => (await propose({}, person())).proposal, 'A person proposed it, not a program.'],
  ])('by a program of what is proposed by who %s changes nothing', async (_, made, why) => {
    const { id } = await made();
    const before = await api.app.proposals.read(me, id);
    for (const needsApproval of [true, false]) {
      const other = tokenOf({ id: 2, needsApproval });
      for (const ask of [() => change(id, { content: 'Half price!' }, other), () => withdraw(id, other)])
        await expect(ask()).rejects.toThrow(`Nothing was done. This proposal is as it was. ${why}`);
    }
    expect(await api.app.proposals.read(me, id)).toEqual({ ...before, readAt: expect.any(Date) });
  });

  test('by a program leaves what a person has made of the post since, whatever of it that is', async () => {
    const later = inHours(100);
    // A page of the same name: the story of the post tells no difference.
    const { id: other } = await buildPage(api.db, me, { name: page.name });
    const picture = await caller.fetch(`${uploadMedia.path}?kind=image`, {
      method: 'POST',
      headers: { 'content-type': 'image/png' },
      body: new Uint8Array(pngFile()),
    });
    const edit = (body: BodyOf<typeof updatePost>) => (id: number) => caller.call(updatePost, { params: { id }, body });
    const changes: readonly [hours: number, by: (id: number) => Promise<{ status: number }>][] = [
      [30, edit({ content: 'In my own words.' })],
      [60, edit({ scheduledAt: null })],
      [90, edit({ scheduledAt: later.toISOString() })],
      [120, edit({ media: [{ id: ((await picture.json()) as { id: number }).id }] })],
      [150, edit({ facebookPageId: other })],
      [180, (id) => caller.call(publishPost, { params: { id }, body: { delaySeconds: 10 } })],
    ];
    for (const [hours, by] of changes) {
      const { proposal } = await approved({ content: `${TEXT} ${hours}`, scheduledAt: inHours(hours) });
      expect((await by(Number(proposal.postId))).status).toBe(200);
      for (const ask of [
        () => change(proposal.id, { content: `Half price ${hours}!` }),
        () => withdraw(proposal.id, tokenOf()),
      ])
        await expect(ask()).rejects.toThrow('It is theirs to decide');
    }
    expect(await posts()).toMatchObject([
      { content: 'In my own words.', status: 'scheduled' },
      { content: `${TEXT} 60`, status: 'draft' },
      { content: `${TEXT} 90`, scheduled_at: later },
      { content: `${TEXT} 120`, status: 'scheduled' },
      { content: `${TEXT} 150`, status: 'scheduled' },
      { content: `${TEXT} 180`, status: 'scheduled' },
    ]);
  });

  test('that moves it to another page shows what it was to nobody who has that page alone', async () => {
    const { id: other } = await buildPage(api.db, me);
    const { proposal } = await propose();
    await change(proposal.id, { facebookPageId: other });
    const seen = (onlyPages: PageId[]) => api.app.proposals.read({ ...me, onlyPages }, proposal.id);
    expect((await seen([other])).former).toBeNull();
    expect((await seen([other, pageRow])).former).toMatchObject({ content: TEXT });
  });

  test('that is asked for twice, and the first call again after it, make nothing new', async () => {
    const { proposal } = await propose();
    await change(proposal.id, { content: 'Something else altogether.' });
    expect((await change(proposal.id, { content: 'Something else altogether.' })).isRepeat).toBe(true);
    const again = await propose({}, tokenOf({ needsApproval: false }));
    expect([again.isRepeat, again.proposal.id, again.proposal.content]).toEqual([
      true,
      proposal.id,
      'Something else altogether.',
    ]);
  });

  test('that says what is there already leaves an approval alone', async () => {
    const { proposal } = await propose();
    await approve(proposal.id, proposal.contentHash);
    expect(await change(proposal.id, { content: TEXT })).toMatchObject({
      isRepeat: true,
      proposal: { state: 'approved' },
    });
  });

  test('of what somebody else has changed meanwhile says what', async () => {
    const { proposal } = await propose();
    await change(proposal.id, { scheduledAt: inHours(31), content: 'First.' });
    await expect(change(proposal.id, { content: 'Second.' }, tokenOf(), proposal.contentHash)).rejects.toThrow(
      'Its text and its time are not what you read.',
    );
  });

  test('of what is out changes nothing', async () => {
    const { proposal } = await propose({ scheduledAt: null });
    await approve(proposal.id, proposal.contentHash);
    await api.turn();
    await expect(change(proposal.id, { content: 'Too late.' })).rejects.toThrow('already published');
    await expect(api.app.proposals.withdraw(tokenOf(), proposal.id)).rejects.toThrow('already published');
  });
});

describe('two people with a phone', () => {
  test('approve once, whoever is first and however often they press', async () => {
    const { proposal } = await propose();
    const answers = await Promise.all(
      [caller, second.as(me), caller, second.as(me)].map((as) => approve(proposal.id, proposal.contentHash, as)),
    );
    expect(answers.map(({ status, body }) => [status, body.postId])).toEqual(
      answers.map(() => [200, answers[0]?.body.postId]),
    );
    expect(await posts()).toHaveLength(1);
  });

  test('and one approves while the other rejects: one of the two is told that it is too late', async () => {
    const { proposal } = await propose();
    const [approved, rejected] = await Promise.all([
      approve(proposal.id, proposal.contentHash),
      second.as(me).call(rejectProposal, { params: { id: String(proposal.id) }, body: {} }),
    ]);
    expect(new Set([approved.status, rejected.status])).toEqual(new Set([200, 409]));
    expect(await posts()).toHaveLength(approved.status === 200 ? 1 : 0);
  });

  test('reject nothing that was approved, and change nothing into what is proposed already', async () => {
    const [{ proposal }, { proposal: other }] = [await propose(), await propose({ content: 'Half price on Friday!' })];
    const content = proposal.content;
    const same = await caller.call(changeProposal, { params: { id: String(other.id) }, body: { content } });
    expect([same.status, same.text]).toEqual([409, expect.stringContaining('proposed already')]);
    await approve(proposal.id, proposal.contentHash);
    const rejected = await caller.call(rejectProposal, { params: { id: String(proposal.id) }, body: {} });
    expect(rejected.status).toBe(409);
  });

  test('reject what they read, and nothing that was written since', async () => {
    const { proposal } = await propose();
    const params = { id: String(proposal.id) };
    const { body: now } = await caller.call(changeProposal, { params, body: { content: `${TEXT} Come early.` } });
    const unseen = await caller.call(rejectProposal, { params, body: { contentHash: proposal.contentHash } });
    expect([unseen.status, unseen.text]).toEqual([409, expect.stringContaining('Its text is not what you read.')]);
    expect((await caller.call(readProposal, { params })).body.state).toBe('waiting');
    const seen = await caller.call(rejectProposal, { params, body: { contentHash: now.contentHash } });
    expect([seen.status, seen.body.state]).toEqual([200, 'rejected']);
  });

  test('find each other in one inbox, and nobody else does', async () => {
    const { proposal } = await propose();
    const { body } = await caller.call(listProposals, {});
    expect(body).toMatchObject({
      proposals: [{ id: String(proposal.id), source: 'agent', proposedBy: { tokenName: 'Helper' } }],
      pagination: { total: 1 },
    });
    const stranger = api.as(await buildUser(api.db));
    expect((await stranger.call(listProposals, {})).body.proposals).toEqual([]);
    expect((await approve(proposal.id, proposal.contentHash, stranger)).status).toBe(404);
  });
});

describe('a withdrawal by a program', () => {
  test('of its own ends what waits; by another one it ends nothing', async () => {
    const { proposal } = await propose();
    await expect(withdraw(proposal.id, tokenOf({ id: 2, needsApproval: false }))).rejects.toThrow('Only its own token');
    for (const isRepeat of [false, true])
      expect(await withdraw(proposal.id, tokenOf())).toMatchObject({ isRepeat, proposal: { state: 'withdrawn' } });
  });

  test('of what a person approved takes it off the schedule, and asks that person once', async () => {
    const { proposal } = await approved();
    const told = () => api.stored.outboxFacts.rows({ kind: 'proposal_waits' });
    const before = (await told()).length;
    for (const isRepeat of [false, true])
      expect(await withdraw(proposal.id, tokenOf({ needsApproval: false }))).toMatchObject({
        isRepeat,
        proposal: { state: 'waiting', reasons: [{ code: 'taken_back' }], decidedBy: null },
      });
    expect(await posts()).toEqual([]);
    expect(await told()).toHaveLength(before + 1);
    expect((await approve(proposal.id, proposal.contentHash)).body.state).toBe('scheduled');
    expect(await posts()).toMatchObject([{ content: TEXT, status: 'scheduled' }]);
  });

  test('of what nobody was asked about ends it', async () => {
    const trusted = tokenOf({ needsApproval: false });
    const { proposal } = await propose({}, trusted);
    expect((await withdraw(proposal.id, trusted)).proposal.state).toBe('withdrawn');
    expect(await posts()).toEqual([]);
  });
});

test('what is withdrawn is not approved, and what was approved leaves the schedule', async () => {
  const { proposal } = await propose();
  await approve(proposal.id, proposal.contentHash);
  expect((await caller.call(withdrawProposal, { params: { id: String(proposal.id) } })).body.state).toBe('withdrawn');
  expect(await posts()).toEqual([]);
  expect((await approve(proposal.id, proposal.contentHash)).status).toBe(409);
});

test('a token decides nothing', async () => {
  const { proposal } = await propose();
  const token = tokenOf({ needsApproval: false });
  await expect(api.app.proposals.approve(token, proposal.id, proposal.contentHash)).rejects.toThrow('Only a person');
  await expect(api.app.proposals.reject(token, proposal.id, { kind: null, reason: null, hash: null })).rejects.toThrow(
    'Only a person',
  );
});

test('a person may propose too, to be approved like any other', async () => {
  const { body } = await caller.call(createProposal, { body: { facebookPageId: pageRow, content: TEXT } });
  expect(body).toMatchObject({ state: 'waiting', proposedBy: { name: 'Siti Aminah', tokenName: null } });
  const changed = await caller.call(changeProposal, { params: { id: body.id }, body: { content: `${TEXT}!` } });
  expect((await approve(Number(body.id), changed.body.contentHash)).body.state).toBe('scheduled');
});

test('a post that is deleted stays decided', async () => {
  const { proposal } = await propose();
  const { body } = await approve(proposal.id, proposal.contentHash);
  await caller.call(updatePost, { params: { id: Number(body.postId) }, body: { content: 'In my own words.' } });
  await caller.call(deletePost, { params: { id: Number(body.postId) } });
  const again = await propose({}, tokenOf({ needsApproval: false }));
  expect(again.isRepeat).toBe(true);
  expect((await caller.call(readProposal, { params: { id: String(proposal.id) } })).body.state).toBe('deleted');
});

describe('a program that makes posts without proposing them', () => {
  const program = async (needsApproval: boolean) => {
    const scopes = ['read', 'draft', 'schedule', 'publish'] as const;
    const { body } = await caller.call(createToken, { body: { name: 'CI', scopes: [...scopes], needsApproval } });
    return api.withToken(body.token);
  };
  const post = (content: string) => ({
    body: { content, status: 'scheduled' as const, scheduledAt: inHours(40).toISOString(), facebookPageId: pageRow },
  });

  test('makes one of the same, and none that may be the same', async () => {
    const trusted = await program(false);
    const answers = await Promise.all([
      trusted.call(createPost, post(TEXT)),
      trusted.call(createPost, post(`${TEXT} `)),
    ]);
    expect(answers.map(({ status, body }) => [status, body.id])).toEqual(answers.map(() => [201, answers[0]?.body.id]));
    expect(await trusted.call(createPost, post(`${TEXT} Come in!`))).toMatchObject({
      status: 409,
      body: { proposalId: expect.any(String) },
    });
    expect(await posts()).toHaveLength(1);
  });

  test('changes nothing of what a person has approved, where that would not end the approval', async () => {
    const { proposal } = await propose();
    const { body } = await approve(proposal.id, proposal.contentHash);
    const trusted = await program(false);
    const id = Number(body.postId);
    const refused = await trusted.call(updatePost, { params: { id }, body: { content: 'Half price!' } });
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining(`/api/proposals/${proposal.id}`)]);
    expect((await trusted.call(publishPost, { params: { id }, body: {} })).status).toBe(403);
    expect(await posts()).toMatchObject([{ content: TEXT, status: 'scheduled' }]);
  });

  test('makes none while its posts need approval', async () => {
    const token = await program(true);
    const refused = await token.call(createPost, post(TEXT));
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('POST /api/proposals')]);
    const { body } = await token.call(createProposal, { body: { facebookPageId: pageRow, content: TEXT } });
    expect(
      (await token.call(approveProposal, { params: { id: body.id }, body: { contentHash: body.contentHash } })).status,
    ).toBe(403);
    expect(await posts()).toEqual([]);
  });
});

describe('the link in a mail', () => {
  const ADDRESS = 'owner@example.com';
  beforeEach(() => api.stored.users.change({ email: ADDRESS }, { facebook_id: me.facebookId }));
  const linkTo = (proposalId: number, contentHash: string, endsAt = inHours(24)) =>
    mailLinks({ keys: api.config.SECRET_KEY, publicUrl: api.url }).review(me, ADDRESS, {
      proposalId,
      contentHash,
      endsAt,
    });
  const open = async (link: string, method = 'GET') => {
    const answer = await fetch(link, { method });
    return { status: answer.status, text: await answer.text() };
  };

  test('shows exactly what is proposed, and approves it by a press and not by being opened', async () => {
    const content = '<script>alert(1)</script> Fresh bread & kaya toast.';
    const { proposal } = await propose({ content });
    const [fact] = await api.stored.outboxFacts.rows({ kind: 'proposal_waits' });
    expect(fact?.params).toEqual({ proposalId: proposal.id, contentHash: proposal.contentHash });
    const link = linkTo(proposal.id, proposal.contentHash);
    for (const method of ['GET', 'HEAD', 'GET']) expect((await open(link, method)).status).toBe(200);
    expect(await posts()).toEqual([]);
    expect((await open(link)).text).toContain('&lt;script&gt;alert(1)&lt;/script&gt; Fresh bread &amp; kaya toast.');

    const answers = await Promise.all([open(link, 'POST'), open(link, 'POST')]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await posts()).toMatchObject([{ content, status: 'scheduled' }]);
    expect((await open(link)).text).toContain('Nothing left to decide');
  });

  test('is of no use for anything else, later, or to who may not come in', async () => {
    const { proposal } = await propose();
    const { proposal: changed } = await api.app.proposals.change(tokenOf(), proposal.id, {
      expectedHash: null,
      changes: { content: 'Half price!' },
    });
    const old = (await open(linkTo(proposal.id, proposal.contentHash), 'POST')).text;
    expect(old).toContain('has changed');
    // Whoever reads it on a phone comes to what it is now by one press.
    expect(old).toContain('href="/super-generator?inbox=waiting"');
    const good = linkTo(proposal.id, changed.contentHash);
    expect((await open(`${good.slice(0, -2)}xx`, 'POST')).status).toBe(404);
    expect((await open(linkTo(proposal.id, changed.contentHash, new Date(0)), 'POST')).status).toBe(404);
    await api.stored.users.change({ email: 'another@example.com' }, { facebook_id: me.facebookId });
    expect((await open(good, 'POST')).status).toBe(404);
    await api.stored.users.change({ email: ADDRESS }, { facebook_id: me.facebookId });
    await api.stored.accessEntries.change({ type: 'blacklist' }, { facebook_id: me.facebookId });
    expect((await open(good, 'POST')).status).toBe(404);
    expect(await posts()).toEqual([]);
  });
});
