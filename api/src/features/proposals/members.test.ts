import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as contract from '../../contract/index.ts';
import { beforeUpdate } from '../../testing/before-update.ts';
import { buildPage, buildPost, buildUser, type TestUser } from '../../testing/builders.ts';
import { pngFile } from '../../testing/media-files.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import { fromNow } from '../../testing/stored.ts';
import type { Caller, TestProcess } from '../../testing/test-api.ts';
import { mailLinks } from '../mail/mail-links.ts';

let { me, caller, page, pageRow } = {} as Scene;
const api = setUpScene((scene) => {
  ({ me, caller, page, pageRow } = scene);
});
let second: TestProcess;
beforeAll(async () => {
  second = await api.another();
});

const TEXT = 'Fresh bread from seven, and kaya toast until noon.';
const OTHER = 'Tomorrow we bake scones for the whole street.';
const at = (hours = 30) => new Date(Math.ceil(Date.now() / 60_000 + hours * 60) * 60_000).toISOString();

interface Joined {
  readonly who: TestUser;
  readonly as: Caller;
  readonly memberId: number;
}
async function joined(role: contract.MemberRole, name: string): Promise<Joined> {
  const who = await buildUser(api.db, { name });
  const as = api.as(who);
  const { body } = await caller.call(contract.invitePageMember, { params: { id: pageRow }, body: { role } });
  const answer = await as.call(contract.acceptPageInvitation, { body: { code: body.code } });
  return { who, as, memberId: answer.body.memberId };
}
const remove = (memberId: number) => caller.call(contract.removePageMember, { params: { id: pageRow, memberId } });
const propose = (as: Caller, content = TEXT, hours = 30) =>
  as.call(contract.createProposal, { body: { facebookPageId: pageRow, content, scheduledAt: at(hours) } });
const proposeWith = (as: Caller, media: { id: number; altText?: string }[]) =>
  as.call(contract.createProposal, { body: { facebookPageId: pageRow, content: TEXT, scheduledAt: at(), media } });
let seed = 0;
async function upload(by: Caller): Promise<number> {
  const answer = await by.fetch(`${contract.uploadMedia.path}?kind=image`, {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(pngFile((seed += 1))),
  });
  return ((await answer.json()) as { id: number }).id;
}
const mediaUrl = (id: number) => `/api/media/${id}`;
const sweepMedia = async () => {
  for (const { name, run } of api.app.jobs)
    if (/^sweep-(unused-)?media/.test(name)) await run(new Date(Date.now() + 9e8));
};
const change = (as: Caller, id: string, content: string) =>
  as.call(contract.changeProposal, { params: { id }, body: { content } });
const withdraw = (as: Caller, id: string) => as.call(contract.withdrawProposal, { params: { id } });
const approve = (as: Caller, { id, contentHash }: { id: string; contentHash: string }) =>
  as.call(contract.approveProposal, { params: { id }, body: { contentHash } });
const reject = (as: Caller, id: string) => as.call(contract.rejectProposal, { params: { id }, body: {} });
const read = (as: Caller, id: string) => as.call(contract.readProposal, { params: { id } });
const seen = async (as: Caller) => (await as.call(contract.listProposals)).body.proposals.map(({ id }) => id);
const posts = () => api.stored.posts.rows({ facebook_page_id: pageRow }, 'user_id', 'content', 'status');
const tokenOf = async (as: Caller, needsApproval = false) => {
  const scopes = ['read', 'draft', 'schedule', 'publish'] as const;
  const { body } = await as.call(contract.createToken, { body: { name: 'CI', scopes: [...scopes], needsApproval } });
  return api.withToken(body.token);
};

describe('what an editor of a shared page proposes', () => {
  test('goes out as its owner approves it, by their own hand and on their own page', async () => {
    const [editor, approver] = [await joined('editor', 'Ravi Kumar'), await joined('approver', 'Mei Ling')];
    const { status, body } = await propose(editor.as);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      state: 'waiting',
      proposedBy: { name: 'Ravi Kumar' },
      pageOwner: me.name,
      may: { decide: false, change: true },
    });
    for (const as of [caller, approver.as]) {
      const { proposals } = (await as.call(contract.listProposals)).body;
      expect(proposals).toMatchObject([{ id: body.id, pageName: page.name, may: { decide: true } }]);
    }
    expect(await approve(approver.as, body)).toMatchObject({
      status: 200,
      body: { state: 'scheduled', proposedBy: { name: 'Ravi Kumar' }, decision: { by: 'Mei Ling' } },
    });
    expect(await posts()).toEqual([{ user_id: me.userId, content: TEXT, status: 'scheduled' }]);
    expect(await api.stored.postEvents.rows({}, 'kind', 'actor_name')).toEqual([
      { kind: 'created', actor_name: 'Ravi Kumar' },
      { kind: 'scheduled', actor_name: 'Mei Ling' },
    ]);
    await api.stored.posts.change({ scheduled_at: new Date() }, { status: 'scheduled' });
    await api.turn();
    expect((await api.sandbox.oracle(page.id)).filter(({ message }) => message === TEXT)).toHaveLength(1);
    expect((await read(editor.as, body.id)).body).toMatchObject({ state: 'published' });
  });

  const CALLS: readonly (readonly [
    string,
    (as: Caller, one: contract.Proposal, other: contract.Proposal) => Promise<{ status: number }>,
    readonly number[],
  ])[] = [
    // owner, who proposed it, another editor, approver, stranger, removed
    ['read', (as, { id }) => read(as, id), [200, 200, 200, 200, 404, 404]],
    ['propose', (as) => propose(as, OTHER, 50), [201, 201, 201, 403, 404, 404]],
    ['approve another', (as, _, other) => approve(as, other), [200, 403, 403, 200, 404, 404]],
    ['change', (as, { id }) => change(as, id, `${TEXT} Come!`), [200, 200, 403, 403, 404, 404]],
    ['withdraw', (as, { id }) => withdraw(as, id), [200, 200, 403, 403, 404, 404]],
    ['reject', (as, _, { id }) => reject(as, id), [409, 403, 403, 409, 404, 404]],
  ];

  test.each(['owner', 'author', 'another editor', 'approver', 'stranger', 'removed'])(
    'is to %s what it is',
    async (who) => {
      const author = await joined('editor', 'Ravi Kumar');
      const { body: one } = await propose(author.as);
      const { body: other } = await propose(author.as, 'Our oven is new. Come and smell it!', 80);
      const gone = await joined('editor', 'Tom Lee');
      await remove(gone.memberId);
      const callers: Record<string, Caller> = {
        owner: caller,
        author: author.as,
        'another editor': (await joined('editor', 'Ana Cruz')).as,
        approver: (await joined('approver', 'Mei Ling')).as,
        stranger: api.as(await buildUser(api.db)),
        removed: gone.as,
      };
      const place = Object.keys(callers).indexOf(who);
      const as = callers[who]!;
      expect(await seen(as)).toEqual(place > 3 ? [] : [one.id, other.id]);
      for (const [what, doIt, expected] of CALLS)
        expect([what, (await doIt(as, one, other)).status]).toEqual([what, expected[place]]);
      expect(await posts()).toHaveLength(who === 'owner' || who === 'approver' ? 1 : 0);
    },
  );

  test('by a token waits, however far that is trusted, and no token of theirs decides', async () => {
    const editor = await joined('editor', 'Ravi Kumar');
    const token = await tokenOf(editor.as);
    const { status, body } = await propose(token);
    expect([status, body.state, body.reasons.map(({ code }) => code)]).toEqual([201, 'waiting', ['shared_page']]);
    expect((await change(token, body.id, OTHER)).body.state).toBe('waiting');
    expect((await approve(await tokenOf((await joined('approver', 'Mei Ling')).as), body)).status).toBe(403);
    expect(await posts()).toEqual([]);
  });

  test('by a token is changed by the owner, and by no token of theirs', async () => {
    const editor = await joined('editor', 'Ravi Kumar');
    const { body: proposal } = await propose(await tokenOf(editor.as));
    const refused = await change(await tokenOf(caller), proposal.id, OTHER);
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('A program of another person')]);
    expect((await change(caller, proposal.id, OTHER)).body.content).toBe(OTHER);
  });

  test('is the same that the owner or another editor has proposed', async () => {
    const [one, other] = [await joined('editor', 'Ravi Kumar'), await joined('editor', 'Ana Cruz')];
    const answers = await Promise.all([caller, one.as, other.as, one.as].map((as) => propose(as)));
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    expect(answers.filter(({ body }) => !body.isRepeat)).toHaveLength(1);
  });

  test('has files of their own library, which whoever approves it sees, and which stay when they go', async () => {
    const [editor, approver] = [await joined('editor', 'Ravi Kumar'), await joined('approver', 'Mei Ling')];
    const stranger = api.as(await buildUser(api.db));
    const file = await upload(editor.as);
    const { status, body } = await proposeWith(editor.as, [{ id: file, altText: 'A loaf' }]);
    expect([status, body.media.map(({ altText }) => altText)]).toEqual([201, ['A loaf']]);
    const kept = body.media[0]!.id;
    const statuses = async () =>
      Promise.all(
        [caller, editor.as, approver.as, stranger].map(async (as) => (await as.fetch(mediaUrl(kept))).status),
      );
    expect(await statuses()).toEqual([200, 200, 200, 404]);
    // Only what was proposed: nothing else of their libraries.
    expect((await approver.as.fetch(mediaUrl(file))).status).toBe(404);
    expect((await caller.fetch(mediaUrl(file))).status).toBe(404);

    await editor.as.call(contract.deleteAllData);
    await sweepMedia();
    expect((await approver.as.fetch(mediaUrl(kept))).status).toBe(200);
    const { body: taken } = await change(caller, body.id, TEXT);
    expect((await approve(approver.as, taken)).status).toBe(200);
    await remove(approver.memberId);
    expect((await approver.as.fetch(mediaUrl(kept))).status).toBe(404);
    await api.stored.posts.change({ scheduled_at: new Date() }, { status: 'scheduled' });
    await api.turn();
    expect(await api.stored.posts.values('status', { facebook_page_id: pageRow })).toEqual(['published']);
    expect((await api.sandbox.oracle(page.id)).filter(({ message }) => message === TEXT)).toHaveLength(1);
  });

  test('has no file of anybody else, also not by a change, and keeps those that it has', async () => {
    const [editor, other] = [await joined('editor', 'Ravi Kumar'), await joined('editor', 'Ana Cruz')];
    const [mine, ofOwner, ofOther] = [await upload(editor.as), await upload(caller), await upload(other.as)];
    for (const id of [ofOwner, ofOther]) expect((await proposeWith(editor.as, [{ id }])).status).toBe(400);
    const { body } = await proposeWith(editor.as, [{ id: mine }]);
    const kept = body.media[0]!.id;
    const changed = (media: { id: number }[]) =>
      editor.as.call(contract.changeProposal, { params: { id: body.id }, body: { content: OTHER, media } });
    for (const id of [ofOwner, ofOther]) expect((await changed([{ id: kept }, { id }])).status).toBe(400);
    expect((await changed([{ id: kept }])).body).toMatchObject({
      content: OTHER,
      media: [{ mimeType: 'image/png' }],
    });
    expect((await change(editor.as, body.id, TEXT)).body.media).toHaveLength(1);
    // Of the owner's files, a proposal opens its own alone.
    const { body: elsewhere } = await propose(editor.as, 'Scones again.', 60);
    const to = { params: { id: elsewhere.id }, body: { content: 'Scones.', media: [{ id: kept }] } };
    expect((await editor.as.call(contract.changeProposal, to)).status).toBe(400);
  });

  test('goes to no other page', async () => {
    const editor = await joined('editor', 'Ravi Kumar');
    const { id: elsewhere } = await buildPage(api.db, me);
    const { body } = await propose(editor.as);
    const moved = { params: { id: body.id }, body: { facebookPageId: elsewhere } };
    expect((await editor.as.call(contract.changeProposal, moved)).status).toBe(400);
  });

  test('shows them nothing of pages that are not shared with them', async () => {
    const { id: elsewhere } = await buildPage(api.db, me);
    const { body } = await caller.call(contract.createProposal, {
      body: { facebookPageId: elsewhere, content: 'A secret of the other page.', scheduledAt: at() },
    });
    const editor = await joined('editor', 'Ravi Kumar');
    expect(await seen(editor.as)).toEqual([]);
    await caller.call(contract.changeProposal, {
      params: { id: body.id },
      body: { facebookPageId: pageRow, content: TEXT },
    });
    const shown = await read(editor.as, body.id);
    expect([shown.status, shown.body.former]).toEqual([200, null]);
    expect(shown.text).not.toContain('secret');
  });
});

describe('an approval', () => {
  test('by two approvers at once, in two processes, makes one post', async () => {
    const editor = await joined('editor', 'Ravi Kumar');
    const approvers = [await joined('approver', 'Mei Ling'), await joined('approver', 'Ana Cruz')];
    const { body } = await propose(editor.as);
    const answers = await Promise.all(
      approvers.flatMap(({ who }) => [
        approve(api.as(who), body),
        approve(second.as(who), body),
        approve(caller, body),
      ]),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(answers.filter(({ body: { isRepeat } }) => !isRepeat)).toHaveLength(1);
    expect(await posts()).toHaveLength(1);
  });

  test('is ended by whatever the editor changes since', async () => {
    const [editor, approver] = [await joined('editor', 'Ravi Kumar'), await joined('approver', 'Mei Ling')];
    const { body } = await propose(editor.as);
    await approve(approver.as, body);
    const { body: changed } = await change(editor.as, body.id, OTHER);
    expect(changed).toMatchObject({ state: 'waiting', decision: null });
    expect(await posts()).toEqual([]);
    expect((await approve(approver.as, body)).status).toBe(409);
    expect(await posts()).toEqual([]);
  });

  test.each([
    ['withdraws it', ({ as }: Joined, id: string) => withdraw(as, id), 'taken_back'],
    ['changes it', ({ as }: Joined, id: string) => change(as, id, OTHER), 'changed_after_approval'],
  ])('ends when its editor %s, and whoever approves posts there is told once', async (_, end, why) => {
    const [editor, approver] = [await joined('editor', 'Ravi Kumar'), await joined('approver', 'Mei Ling')];
    const { body } = await propose(editor.as);
    await approve(approver.as, body);
    const told = async ({ userId }: { userId: number }) =>
      (await api.stored.outboxFacts.rows({ kind: 'proposal_waits', user_id: userId })).length;
    const before = [await told(me), await told(approver.who), await told(editor.who)];
    const answers = [await end(editor, body.id), await end(editor, body.id)];
    expect(answers.map((answer) => answer.body)).toMatchObject(
      answers.map(() => ({ state: 'waiting', decision: null, reasons: [{ code: why }] })),
    );
    expect(await posts()).toEqual([]);
    expect([await told(me), await told(approver.who), await told(editor.who)]).toEqual([
      before[0]! + 1,
      before[1]! + 1,
      before[2]!,
    ]);
    expect((await approve(approver.as, answers[0]!.body)).body.state).toBe('scheduled');
  });

  test('that is under way is over before the removal of who gives it is said to be done', async () => {
    const [editor, approver] = [await joined('editor', 'Ravi Kumar'), await joined('approver', 'Mei Ling')];
    const { body } = await propose(editor.as);
    const proposals = beforeUpdate(api.db, 'proposals');
    const gate = await proposals.gate();
    const order: string[] = [];
    const approving = approve(second.as(approver.who), body).then(({ status }) => order.push(`approved ${status}`));
    await gate.reached();
    const removing = remove(approver.memberId).then(({ status }) => order.push(`removed ${status}`));
    await expect
      .poll(() =>
        api
          .db('pg_locks')
          .join('pg_stat_activity', 'pg_stat_activity.pid', 'pg_locks.pid')
          .whereRaw('datname = current_database()')
          .whereIn('locktype', ['transactionid', 'tuple'])
          .where({ granted: false }),
      )
      .not.toEqual([]);
    expect(order).toEqual([]);
    await gate.open();
    await Promise.all([approving, removing]);
    await proposals.asAlways();
    expect(order.map((what) => what.slice(0, -3)).toSorted()).toEqual(['approved ', 'removed ']);
    expect(await posts()).toHaveLength(1);
    // And from then on nothing.
    const { body: other } = await propose(editor.as, OTHER, 60);
    expect((await approve(approver.as, other)).status).toBe(404);
    expect(await posts()).toHaveLength(1);
  });

  test.each([
    ['was removed', ({ memberId }: Joined) => remove(memberId)],
    [
      'is an approver by now, who approves nothing of their own',
      ({ memberId }: Joined) =>
        caller.call(contract.updatePageMember, { params: { id: pageRow, memberId }, body: { role: 'approver' } }),
    ],
    [
      'is blocked',
      ({ who }: Joined) => api.stored.accessEntries.change({ type: 'blacklist' }, { facebook_id: who.facebookId }),
    ],
    ['has deleted their account', ({ as }: Joined) => as.call(contract.deleteAllData)],
  ])('is refused where the author %s, until the owner makes it theirs', async (_, end) => {
    const [editor, approver] = [await joined('editor', 'Ravi Kumar'), await joined('approver', 'Mei Ling')];
    const { body } = await propose(editor.as);
    await end(editor);
    for (const as of [approver.as, caller, editor.as])
      expect([409, 404, 401]).toContain((await approve(as, body)).status);
    expect(await posts()).toEqual([]);
    const { body: shown } = await read(caller, body.id);
    expect(shown.reasons).toMatchObject([{ code: 'author_gone', message: expect.stringContaining('no longer') }]);
    const { body: taken } = await change(caller, body.id, TEXT);
    expect(taken).toMatchObject({ reasons: [], proposedBy: { name: me.name }, contentHash: body.contentHash });
    expect((await approve(approver.as, taken)).status).toBe(200);
    expect(await posts()).toMatchObject([{ user_id: me.userId }]);
  });

  test('stays, without the names of those who have deleted their accounts', async () => {
    const [editor, approver] = [await joined('editor', 'Ravi Kumar'), await joined('approver', 'Mei Ling')];
    const { body } = await propose(editor.as);
    await approve(approver.as, body);
    const { body: rejected } = await propose(editor.as, OTHER, 60);
    await reject(approver.as, rejected.id);
    for (const { as } of [editor, approver]) expect((await as.call(contract.deleteAllData)).status).toBe(200);
    expect((await read(caller, body.id)).body).toMatchObject({ state: 'scheduled' });
    const kept = await Promise.all([
      api.stored.proposals.rows({ user_id: me.userId }),
      api.stored.postEvents.rows({}),
      read(caller, body.id),
      read(caller, rejected.id),
    ]);
    expect(JSON.stringify(kept)).not.toMatch(new RegExp(`Ravi Kumar|Mei Ling|${editor.who.facebookId}`));
  });

  test('of what has no time finds room for each, however many days the page is full', async () => {
    const [editor, approver] = [await joined('editor', 'Ravi Kumar'), await joined('approver', 'Mei Ling')];
    const HALF_HOURS = 60;
    for (let half = 0; half < HALF_HOURS; half += 1)
      await buildPost(api.db, me, { facebookPageId: pageRow, scheduledAt: new Date(Date.now() + half * 1_800_000) });
    const last = Date.now() + (HALF_HOURS - 1) * 1_800_000;
    const times: number[] = [];
    for (const content of [TEXT, OTHER]) {
      const asked = { facebookPageId: pageRow, content };
      const { body } = await editor.as.call(contract.createProposal, { body: asked });
      const answer = await approve(approver.as, body);
      expect(answer.status).toBe(200);
      times.push(Date.parse(answer.body.scheduledAt ?? ''));
    }
    const [first = 0, second = 0] = times;
    expect(first).toBeGreaterThan(last + 29 * 60_000);
    expect(second - first).toBe(30 * 60_000);
  });

  test('keeps the times between the posts of the page', async () => {
    const [editor, approver] = [await joined('editor', 'Ravi Kumar'), await joined('approver', 'Mei Ling')];
    await buildPost(api.db, me, { facebookPageId: pageRow, content: OTHER, scheduledAt: new Date(at()) });
    const { body } = await propose(editor.as);
    expect(await approve(approver.as, body)).toMatchObject({ status: 409, body: { freeAt: expect.any(String) } });
  });
});

describe('who approves posts of a page', () => {
  beforeEach(() => api.stored.mailServer.remove());
  const waitingFor = async (as: Caller) => (await as.call(contract.countProposals)).body.waiting;
  const mailTo = async ({ who }: Joined, email: string) => {
    await api.stored.users.change({ email }, { id: who.userId });
  };
  const mailed = async () => {
    await api.app.mail.round();
    await api.stored.mails.change({ due_at: fromNow(api.db, '-1 second') }, { state: 'waiting' });
    await api.app.mail.round();
    return api.sandbox.mails();
  };

  test('is told of what waits as its owner is, and approves it from the mail', async () => {
    const [editor, approver] = [await joined('editor', 'Ravi Kumar'), await joined('approver', 'Mei Ling')];
    await mailTo(approver, 'mei@example.com');
    await mailTo(editor, 'ravi@example.com');
    const { body } = await propose(editor.as);
    expect(await Promise.all([caller, approver.as, editor.as].map(waitingFor))).toEqual([1, 1, 0]);
    const mail = (await mailed()).find(({ to }) => to === 'mei@example.com');
    expect((await api.sandbox.mails()).some(({ to }) => to === 'ravi@example.com')).toBe(false);
    expect(mail?.subject).toBe(`A post for ${page.name} needs your approval`);
    const link = /https?:\S+\/mail\/review\S+/.exec(mail?.text ?? '')?.[0] ?? '';
    const address = api.url + link.slice(link.indexOf('/mail/review'));
    expect(await (await fetch(address, { method: 'POST' })).text()).toContain('Post approved');
    expect((await read(caller, body.id)).body).toMatchObject({ state: 'scheduled', decision: { by: 'Mei Ling' } });
    expect(await Promise.all([caller, approver.as, editor.as].map(waitingFor))).toEqual([0, 0, 0]);
  });

  test.each([
    ['removed', ({ memberId }: Joined) => remove(memberId), 404],
    [
      'an editor',
      ({ memberId }: Joined) =>
        caller.call(contract.updatePageMember, { params: { id: pageRow, memberId }, body: { role: 'editor' } }),
      200,
    ],
  ])('hears of nothing any more once %s, and their link is good for nothing', async (_, end, status) => {
    const [editor, approver] = [await joined('editor', 'Ravi Kumar'), await joined('approver', 'Mei Ling')];
    await mailTo(approver, 'mei@example.com');
    const { body } = await propose(editor.as);
    const link = mailLinks({ keys: api.config.SECRET_KEY, publicUrl: api.url }).review(
      approver.who,
      'mei@example.com',
      { proposalId: Number(body.id), contentHash: body.contentHash, endsAt: new Date(at()) },
    );
    await end(approver);
    expect((await mailed()).filter(({ to }) => to === 'mei@example.com')).toEqual([]);
    expect((await fetch(link, { method: 'POST' })).status).toBe(status);
    expect([await posts(), await waitingFor(approver.as)]).toEqual([[], 0]);
  });
});
