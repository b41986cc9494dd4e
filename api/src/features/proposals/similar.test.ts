import { beforeEach, expect, test } from 'vitest';
import { buildPage, buildPost, buildUser } from '../../testing/builders.ts';
import { storeManyPosts } from '../../testing/many-posts.ts';
import { buildProposalInput } from '../../testing/proposal-input.ts';
import { haveTokens } from '../../testing/have-tokens.ts';
import { setUpScene, type Scene } from '../../testing/scene.ts';
import type { Session } from '../../http/session.ts';
import type { ProposalInput } from './proposal-input.ts';
import { similarPosts } from './similar.ts';

let { me, page, pageRow } = {} as Scene;
const api = setUpScene((scene) => {
  ({ me, page, pageRow } = scene);
});
beforeEach(() => haveTokens(api.db, me, [1]));

const DAY_MS = 24 * 3_600_000;
const at = new Date(Math.ceil(Date.now() / 60_000) * 60_000 + 30 * 3_600_000);
const TEXT = 'Fresh bread from seven, and kaya toast until noon. Come early: the first ten are on us!';
const REWORDED = 'Warm bread from seven, and kaya toast until noon. Come early: first the ten are on us!';
const session = (of = me, needsApproval = false) =>
  ({
    ...of,
    onlyPages: null,
    impersonator: null,
    idHash: Buffer.alloc(0),
    token: { id: 1, name: 'Helper', needsApproval, trust: null, scopes: ['read', 'draft', 'schedule', 'publish'] },
  }) as unknown as Session;
const input = (facts: Partial<ProposalInput> = {}) =>
  buildProposalInput({ facebookPageId: pageRow, content: TEXT, scheduledAt: at }, facts);
const propose = async (facts: Partial<ProposalInput> = {}, as = session()) =>
  (await api.app.proposals.propose(as, input(facts))).proposal;
const person = () => ({ ...session(), token: null }) as unknown as Session;

/** Posts of the page of which no two are alike. */
const others = (count: number, values: object = {}) =>
  storeManyPosts(
    api.db,
    {
      status: 'scheduled',
      values: {
        content: "(select string_agg(md5(n::text || w::text), ' ') from generate_series(1, 6) w)",
        scheduled_at: "now() + interval '2 days' + n * interval '30 minutes'",
        ...values,
      },
      count,
      of: 'u.id = :userId',
    },
    { userId: me.userId },
  );

test('a page that had any number of posts since still knows the one that is asked for in other words', async () => {
  const first = await propose({ scheduledAt: null });
  await others(600);
  const again = await propose({ content: REWORDED, scheduledAt: null });
  expect(again).toMatchObject({ state: 'waiting', similar: { kind: 'post', id: first.postId, isSame: false } });
});

test.each([
  ['an hour after a day', { created: '25 hours', content: REWORDED }, true],
  ['a week later', { created: '8 days', content: REWORDED.replace('noon', 'one').replace('Come', 'Be') }, true],
  [
    'the next day, half in other words',
    {
      created: '25 hours',
      content: 'Come early: warm bread and kaya toast are here from seven, the first ten get them free!',
    },
    true,
  ],
  [
    'with a sentence more',
    { created: '2 days', content: `Good news. ${TEXT} Ask for Mei. #bread #ipoh #kaya #toast` },
    true,
  ],
  [
    'as something else',
    { created: '1 hour', content: 'We are closed on Monday, since we are at the market in Ipoh.' },
    false,
  ],
])('what is asked for again %s is for a person', async (_, { created, content }, isAsked) => {
  // Its time is near: a retry keeps to it.
  const id = await buildPost(api.db, me, {
    content: TEXT,
    status: 'scheduled',
    scheduledAt: at,
    facebookPageId: pageRow,
  });
  await api.stored.posts.age(created, ['created_at'], { id });
  const { similar } = await propose({ content, scheduledAt: new Date(at.getTime() + 3_600_000) });
  expect(similar?.id ?? null).toBe(isAsked ? id : null);
});

test.each([
  ['24 hours and a minute', DAY_MS + 60_000],
  ['a month', 30 * DAY_MS],
])('the same moved by %s asks whether it is another one', async (_, later) => {
  await propose();
  expect(await propose({ scheduledAt: new Date(at.getTime() + later) })).toMatchObject({
    state: 'waiting',
    similar: { isSame: true },
  });
});

test('a link that a person posted today is known, in whatever words it comes', async () => {
  await buildPost(api.db, me, {
    content: 'Our menu: https://www.kedai.my/menu?utm_source=x',
    status: 'published',
    facebookPageId: pageRow,
  });
  const proposal = await propose({ content: 'Have you seen what we cook? http://kedai.my/menu/?fbclid=7' });
  expect(proposal).toMatchObject({ state: 'waiting', similar: { kind: 'post' } });
});

test('a text that was changed since is compared as it is now', async () => {
  const id = await buildPost(api.db, me, { content: 'Closed today.', status: 'scheduled', facebookPageId: pageRow });
  expect(
    (await propose({ content: 'Scones for the whole street on Sunday morning.', scheduledAt: null })).similar,
  ).toBe(null);
  await api.stored.posts.change({ content: TEXT }, { id });
  expect((await propose({ content: REWORDED })).similar).toMatchObject({ id });
});

test('what somebody else planned for the same page at Facebook is known, and nothing of other pages', async () => {
  const other = await buildUser(api.db);
  const [theirs, elsewhere] = [await buildPage(api.db, other, { pageId: page.id }), await buildPage(api.db, other)];
  await buildPost(api.db, other, { content: TEXT, status: 'scheduled', facebookPageId: elsewhere.id });
  expect((await propose({ content: TEXT }, session(me, true))).similar).toBe(null);
  await buildPost(api.db, other, { content: TEXT, status: 'scheduled', facebookPageId: theirs.id });
  expect((await propose({ content: REWORDED })).similar).toMatchObject({ kind: 'post', isSame: false });
});

test('who approves what is like a post that came since is told so first, once', async () => {
  const proposal = await propose({}, session(me, true));
  const other = await buildUser(api.db);
  const theirs = await buildPage(api.db, other, { pageId: page.id });
  const id = await buildPost(api.db, other, {
    content: REWORDED,
    status: 'scheduled',
    scheduledAt: new Date(at.getTime() + 2 * 3_600_000),
    facebookPageId: theirs.id,
  });
  const approve = () => api.app.proposals.approve(person(), proposal.id, proposal.contentHash);
  await expect(approve()).rejects.toThrow('looks like it');
  expect(await api.app.proposals.read(me, proposal.id)).toMatchObject({ state: 'waiting', similar: { id } });
  expect((await approve()).proposal.state).toBe('approved');
});

test('who was told what it is like is told of a nearer one that came since, and of each once', async () => {
  const planned = (content: string, hours: number) =>
    buildPost(api.db, me, {
      content,
      status: 'scheduled',
      scheduledAt: new Date(at.getTime() + hours * 3_600_000),
      facebookPageId: pageRow,
    });
  const [first, second] = [await planned(REWORDED, 2), await planned(REWORDED.replace('Warm', 'Hot'), 3)];
  const proposal = await propose({}, session(me, true));
  expect([first, second]).toContain(proposal.similar?.id);
  const since = await planned(TEXT.replace('Fresh', 'New'), 4);
  const approve = () => api.app.proposals.approve(person(), proposal.id, proposal.contentHash);
  await expect(approve()).rejects.toThrow('looks like it');
  expect(await api.app.proposals.read(me, proposal.id)).toMatchObject({ state: 'waiting', similar: { id: since } });
  expect((await approve()).proposal.state).toBe('approved');
});

test('what was like another proposal is approved after it without being asked about its post', async () => {
  const first = await propose({}, session(me, true));
  const second = await propose({ content: REWORDED, scheduledAt: new Date(at.getTime() + DAY_MS) }, session(me, true));
  expect(second.similar).toMatchObject({ kind: 'proposal', id: first.id });
  for (const { id, contentHash } of [first, second])
    expect((await api.app.proposals.approve(person(), id, contentHash)).proposal.state).toBe('approved');
});

test('of thousands of posts that begin alike the one that is meant is found in no time', async () => {
  for (let lot = 0; lot < 4; lot += 1)
    await others(500, { content: "'Fresh bread from seven, and kaya ' || repeat(n::text || ' ', 30)" });
  const id = await buildPost(api.db, me, { content: TEXT, status: 'scheduled', facebookPageId: pageRow });
  const { sketch, closest } = similarPosts(api.db);
  await sketch(me, pageRow);
  const began = process.cpuUsage().user;
  const asked = { pageId: pageRow, content: REWORDED, marks: [], placement: 'feed', at } as const;
  expect((await closest(me, asked))?.similar).toMatchObject({ kind: 'post', id, isSame: false });
  expect(process.cpuUsage().user - began).toBeLessThan(1_000_000);
});
