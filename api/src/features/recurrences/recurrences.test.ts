import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  calendarPosts,
  createRecurrence,
  deletePost,
  deleteRecurrence,
  listLibrary,
  listNotifications,
  listPostsByStatus,
  listRecurrences,
  MADE_AHEAD_DAYS,
  previewRecurrence,
  readRecurrence,
  removePage,
  RECURRENCES_MAX,
  updatePost,
  updateRecurrence,
  uploadMedia,
  type Recurrence,
} from '../../contract/index.ts';
import type { PageId } from '../../contract/ids.ts';
import { ownedColumns } from '../../db/owner.ts';
import { buildPage, buildPost, buildUser, type TestUser } from '../../testing/builders.ts';
import { beforeUpdate } from '../../testing/before-update.ts';
import { runningStatements } from '../../testing/database-state.ts';
import { setUpScene } from '../../testing/scene.ts';
import { fromNow } from '../../testing/stored.ts';
import type { Caller } from '../../testing/test-api.ts';

let me: TestUser;
let caller: Caller;
let pageRow: PageId;
const api = setUpScene((scene) => ({ me, caller, pageRow } = scene));

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
/** An hour of the day that is not near now, so that today's is neither over nor about to be. */
let timeOfDay: string;
beforeEach(() => {
  timeOfDay = `${String((new Date().getUTCHours() + 3) % 24).padStart(2, '0')}:00`;
});
const daily = (more: object = {}) => ({
  facebookPageId: pageRow,
  rule: 'FREQ=DAILY',
  timeOfDay,
  timeZone: 'UTC',
  texts: [{ content: 'Fresh bread at seven.' }],
  ...more,
});
const create = async (more: object = {}): Promise<Recurrence> => {
  const answer = await caller.call(createRecurrence, { body: daily(more) });
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([201, expect.anything()]);
  return answer.body;
};
const change = async (id: number, body: object): Promise<Recurrence> => {
  const answer = await caller.call(updateRecurrence, { params: { id }, body });
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.anything()]);
  return answer.body;
};
const scheduled = async () => (await caller.call(listPostsByStatus, { params: { status: 'scheduled' } })).body;
const daysOf = (posts: readonly { scheduledAt: string | null }[]) =>
  posts.map(({ scheduledAt }) => String(scheduledAt).slice(0, 10));
/** As if the time to look through all rules had come. */
const planAgain = async () => {
  await api.stored.recurrences.change({ planned_at: null });
  await runJobs();
};
const readOf = async (id: number) => (await caller.call(readRecurrence, { params: { id } })).body;
const runJobs = async () => {
  for (const name of ['recurring-posts', 'varied-recurring-posts'])
    await api.app.jobs.find((job) => job.name === name)?.run(new Date());
};

describe('what repeats', () => {
  test('is on the schedule weeks ahead, as ordinary posts, once a day', async () => {
    const { id, next, postIds, words } = await create();
    const posts = await scheduled();
    expect(posts).toHaveLength(MADE_AHEAD_DAYS);
    expect(new Set(daysOf(posts)).size).toBe(MADE_AHEAD_DAYS);
    expect(postIds).toEqual(posts.map(({ id }) => id));
    expect(new Set(posts.map(({ recurrenceId }) => recurrenceId))).toEqual(new Set([id]));
    expect(next.map(({ at }) => at)).toEqual(posts.slice(0, 5).map(({ scheduledAt }) => scheduledAt));
    expect(words).toBe(`Every day at ${timeOfDay}`);
    const [from, to] = [new Date(), new Date(Date.now() + MADE_AHEAD_DAYS * DAY_MS)].map((at) => at.toISOString());
    const tiles = (await caller.call(calendarPosts, { query: { from: String(from), to: String(to) } })).body.posts;
    expect(new Set(tiles.map(({ recurrenceId }) => recurrenceId))).toEqual(new Set([id]));
    await planAgain();
    expect(await scheduled()).toHaveLength(MADE_AHEAD_DAYS);
  });

  test('is made once for the same key, and listed with what comes next', async () => {
    const headers = { 'idempotency-key': 'again' };
    const body = daily({ rule: 'FREQ=MONTHLY;BYDAY=-1FR' });
    const [first, second] = await Promise.all([
      caller.call(createRecurrence, { body, headers }),
      caller.call(createRecurrence, { body, headers }),
    ]);
    expect([second.status, second.body.id]).toEqual([201, first.body.id]);
    const listed = (await caller.call(listRecurrences)).body;
    expect(listed).toMatchObject([{ id: first.body.id, textCount: 1, excerpt: 'Fresh bread at seven.' }]);
    expect(listed[0]?.next).toHaveLength(5);
  });

  test('made by two processes at once makes each post once', async () => {
    const second = await api.another();
    await create();
    await api.stored.posts.remove();
    await api.stored.recurrenceDates.remove();
    await api.stored.recurrences.change({ planned_at: null });
    const run = (app: typeof api.app) => app.jobs.find(({ name }) => name === 'recurring-posts')?.run(new Date());
    await Promise.all([run(api.app), run(second.app), run(api.app), run(second.app)]);
    expect(await scheduled()).toHaveLength(MADE_AHEAD_DAYS);
  });

  test('keeps its distance from other posts of the page, and says so', async () => {
    const at = new Date(Math.ceil((Date.now() + 3 * HOUR_MS) / HOUR_MS) * HOUR_MS + DAY_MS);
    const time = at.toISOString().slice(11, 16);
    await buildPost(api.db, me, { facebookPageId: pageRow, scheduledAt: new Date(at.getTime() - 10 * 60_000) });
    const { postIds, notes } = await create({ timeOfDay: time, startsOn: at.toISOString().slice(0, 10) });
    const [first] = (await scheduled()).filter(({ id }) => id === postIds[0]);
    expect(first?.scheduledAt).toBe(new Date(at.getTime() + 20 * 60_000).toISOString());
    expect(notes).toMatchObject([{ code: 'moved' }]);
  });
});

describe('a day whose post a person', () => {
  test('deleted or moved does not come back, not even by a change or a pause', async () => {
    const { id, postIds } = await create();
    const [first, second, ...others] = await scheduled();
    const moved = new Date(Date.now() + 50 * DAY_MS).toISOString();
    await caller.call(deletePost, { params: { id: first?.id as number } });
    await caller.call(updatePost, { params: { id: second?.id as number }, body: { scheduledAt: moved } });
    const expected = [...daysOf(others), moved.slice(0, 10)].toSorted();

    await planAgain();
    expect(daysOf(await scheduled()).toSorted()).toEqual(expected);
    await change(id, { timeOfDay: '04:00', texts: [{ content: 'Toast.' }] });
    expect((await scheduled()).map(({ id: post }) => post)).toContain(postIds[1]);
    const days = daysOf(await scheduled());
    expect([days.includes(daysOf([first as never])[0] as string), new Set(days).size]).toEqual([false, days.length]);
    await change(id, { state: 'paused' });
    expect((await scheduled()).map(({ id: post }) => post)).toEqual([postIds[1]]);
    await change(id, { state: 'running' });
    expect(daysOf(await scheduled())).not.toContain(daysOf([first as never])[0]);
  });

  test('wrote anew stays as it is written', async () => {
    const { id, postIds } = await create();
    await caller.call(updatePost, { params: { id: postIds[2] as number }, body: { content: 'My own words.' } });
    await change(id, { texts: [{ content: 'Toast.' }] });
    expect((await scheduled()).filter(({ content }) => content === 'My own words.').map((post) => post.id)).toEqual([
      postIds[2],
    ]);
    expect((await scheduled()).filter(({ content }) => content === 'Toast.')).toHaveLength(MADE_AHEAD_DAYS - 1);
    await caller.call(deleteRecurrence, { params: { id } });
    expect((await scheduled()).map((post) => post.id)).toEqual([postIds[2]]);
  });
});

describe('a change', () => {
  test('of the days makes what is to come anew', async () => {
    const { id } = await create();
    const changed = await change(id, { rule: 'FREQ=WEEKLY;BYDAY=MO' });
    const posts = await scheduled();
    expect(posts.every(({ scheduledAt }) => new Date(String(scheduledAt)).getUTCDay() === 1)).toBe(true);
    expect([posts.length, changed.words]).toEqual([5, `Every Monday at ${timeOfDay}`]);
  });

  test('leaves a post whose time is over and that waits for room on its page, until the rule stops', async () => {
    const { id } = await create();
    const content = 'Fresh bread at seven.';
    const scheduledAt = new Date(Date.now() + 15 * 60_000);
    const waits = await buildPost(api.db, me, { facebookPageId: pageRow, content, scheduledAt });
    await api.stored.recurrenceDates.add({
      recurrence_id: id,
      ...ownedColumns(me),
      on_date: new Date(Date.now() - 3 * DAY_MS),
      state: 'made',
      planned_at: new Date(Date.now() - 10 * 60_000),
      scheduled_at: scheduledAt,
      content_hash: createHash('md5').update(content).digest('hex'),
      post_id: waits,
    });
    const isThere = async () => (await scheduled()).some((post) => post.id === waits);
    await change(id, { texts: [{ content: 'Toast.' }] });
    expect([await isThere(), (await scheduled()).length]).toEqual([true, 1 + MADE_AHEAD_DAYS]);
    await change(id, { state: 'paused' });
    expect(await scheduled()).toEqual([]);
  });

  test('makes nothing anew that was sent before and may be out: it is looked for when its time comes', async () => {
    const { id, postIds } = await create();
    await api.stored.publishAttempts.add({
      post_id: postIds[0],
      state: 'refused',
      sent_at: new Date(),
      may_be_out: true,
      ended_at: new Date(),
    });
    const [sent] = await api.stored.posts.rows({ id: postIds[0] });
    const changed = await change(id, { texts: [{ content: 'Kaya toast at eight.' }] });
    expect(changed.postIds[0]).toBe(postIds[0]);
    expect(changed.postIds.slice(1)).not.toContain(postIds[1]);
    expect(await api.stored.posts.rows({ scheduled_at: sent!.scheduled_at })).toEqual([sent]);
    expect(await api.stored.publishAttempts.rows({})).toHaveLength(1);
  });

  test.each(['ended', 'deleted'])('that is %s sends nothing again that may be out, nor forgets it', async (how) => {
    const { id, postIds } = await create();
    const sent = { post_id: postIds[0], state: 'refused', sent_at: new Date(), may_be_out: true, ended_at: new Date() };
    await api.stored.publishAttempts.add(sent);
    if (how === 'ended') await change(id, { state: 'ended' });
    else await caller.call(deleteRecurrence, { params: { id } });
    await planAgain();
    expect(await api.stored.posts.rows({}, 'id', 'status')).toEqual([{ id: postIds[0], status: 'draft' }]);
    expect(await api.stored.publishAttempts.rows({ may_be_out: true })).toHaveLength(1);
  });

  test('to an end leaves nothing that waits, and what is on its way alone', async () => {
    const { id, postIds } = await create();
    await api.stored.posts.change(
      { status: 'publishing', lease_expires_at: fromNow(api.db, '1 minute') },
      { id: postIds[0] },
    );
    expect((await change(id, { state: 'ended' })).state).toBe('ended');
    await planAgain();
    expect(await api.stored.posts.rows({}, 'id', 'status')).toEqual([{ id: postIds[0], status: 'publishing' }]);
  });

  test('by somebody else in between is not overwritten', async () => {
    const { id } = await create();
    const both = await Promise.all(
      ['05:00', '06:00'].map((time) => caller.call(updateRecurrence, { params: { id }, body: { timeOfDay: time } })),
    );
    expect(both.map(({ status }) => status)).toContain(200);
    // Who was last may have held the rule while its posts were to be made.
    await runJobs();
    expect(await scheduled()).toHaveLength(MADE_AHEAD_DAYS);
  });
});

describe('a page that is removed', () => {
  const isThere = (isConnected: boolean) =>
    api.stored.facebookPages.change({ removed_at: null, is_connected: isConnected }, { id: pageRow });
  const news = async () => (await caller.call(listNotifications)).body.notifications;

  test('stops what repeats there, tells its owner, and gets its posts back when that goes on', async () => {
    const { id, postIds } = await create();
    await caller.call(updatePost, { params: { id: postIds[2] as number }, body: { content: 'My own words.' } });
    await caller.call(removePage, { params: { id: pageRow } });
    expect(await scheduled()).toEqual([]);
    const [listed] = (await caller.call(listRecurrences)).body;
    expect(listed).toMatchObject({ state: 'paused', notes: [{ code: 'page_gone' }] });
    expect(await news()).toContainEqual(
      expect.objectContaining({
        kind: 'page',
        path: `/scheduled?repeating=${id}`,
        title: expect.stringMatching(/^A repeating post on .* is paused$/),
        isRead: false,
      }),
    );
    const refused = await caller.call(updateRecurrence, { params: { id }, body: { state: 'running' } });
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('connected')]);

    await isThere(true);
    await planAgain();
    expect(await scheduled()).toEqual([]);
    await change(id, { state: 'running' });
    expect(await scheduled()).toHaveLength(MADE_AHEAD_DAYS - 1);
    const waiting = await caller.call(listPostsByStatus, { params: { status: 'failed' } });
    expect(waiting.body.map(({ content }) => content)).toEqual(['My own words.']);
    expect((await news()).find(({ path }) => path?.endsWith(`=${id}`))?.isRead).toBe(true);
  });

  test('while posts are being made for it leaves none that waits to fail', async () => {
    const { id } = await create();
    await api.stored.posts.remove();
    await api.stored.recurrenceDates.remove();
    await api.stored.recurrences.change({ planned_at: null });
    const updates = beforeUpdate(api.db, 'recurrences');
    const gate = await updates.gate();
    const making = runJobs();
    await gate.reached();
    let isRemoved = false;
    const removal = caller.call(removePage, { params: { id: pageRow } }).finally(() => (isRemoved = true));
    await expect
      .poll(async () => isRemoved || (await runningStatements(api.db, '"recurrences" set "state"')) > 0)
      .toBe(true);
    await gate.open();
    await making;
    expect((await removal).status).toBe(200);
    await updates.asAlways();
    expect([await scheduled(), (await readOf(id)).state]).toEqual([[], 'paused']);
  });

  test('by a release that knows no rules stops them at their next turn', async () => {
    const { id } = await create();
    await api.stored.facebookPages.change({ removed_at: api.db.fn.now() }, { id: pageRow });
    await planAgain();
    expect((await readOf(id)).state).toBe('paused');
    expect(await news()).toMatchObject([{ kind: 'page', path: `/scheduled?repeating=${id}` }]);
  });
});

test('a planned post that something is repeated from is the one of its day', async () => {
  const at = new Date(Math.ceil((Date.now() + 3 * HOUR_MS) / HOUR_MS) * HOUR_MS + 2 * DAY_MS);
  const post = await buildPost(api.db, me, { facebookPageId: pageRow, scheduledAt: at, content: 'From this one.' });
  const { id, texts } = await create({ texts: [{ postId: post }], timeOfDay: at.toISOString().slice(11, 16) });
  expect(texts).toMatchObject([{ content: 'From this one.' }]);
  const posts = await scheduled();
  expect(daysOf(posts).filter((day) => day === at.toISOString().slice(0, 10))).toHaveLength(1);
  await change(id, { state: 'paused' });
  expect((await scheduled()).map((one) => one.id)).toEqual([post]);
});

test('pictures come again with each post, also when the sweep has been', async () => {
  const png = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const answer = await caller.fetch(`${uploadMedia.path}?kind=image`, {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: png,
  });
  const { id: file } = (await answer.json()) as { id: number };
  const { id, texts } = await create({ texts: [{ content: 'A picture.', media: [{ id: file, altText: 'Bread' }] }] });
  expect(texts[0]?.media).toMatchObject([{ altText: 'Bread' }]);
  await api.stored.mediaFiles.age('3 days', ['created_at']);
  await api.app.jobs.find(({ name }) => name === 'sweep-unused-media')?.run(new Date());
  await change(id, { timeOfDay: '04:00' });
  expect((await scheduled()).every(({ media }) => media?.[0]?.altText === 'Bread')).toBe(true);

  const [kept] = (await caller.call(listLibrary)).body.files;
  const ofLibrary = [{ id: kept?.id, altText: 'From the library' }];
  await change(id, { texts: [{ id: texts[0]?.id, media: ofLibrary }] });
  expect((await scheduled()).every(({ media }) => media?.[0]?.altText === 'From the library')).toBe(true);
  const post = await buildPost(api.db, me, { facebookPageId: pageRow, content: 'Words alone.' });
  const pictured = await create({ texts: [{ postId: post, media: ofLibrary }] });
  expect(pictured.texts).toMatchObject([{ content: 'Words alone.', mediaType: 'image', media: [{}] }]);
});

describe('a set', () => {
  const texts = ['One about bread.', 'Two about coffee beans.', 'Three about our garden.'];
  const set = (more: object = {}) =>
    create({ name: 'Evergreens', texts: texts.map((content) => ({ content })), cooldownDays: 3, ...more });

  test('takes its texts in turn, each no sooner than its break', async () => {
    await set();
    const posts = await scheduled();
    expect(posts.slice(0, 7).map(({ content }) => texts.indexOf(content))).toEqual([0, 1, 2, 0, 1, 2, 0]);
    expect(posts).toHaveLength(MADE_AHEAD_DAYS);
  });

  test('leaves days without a post rather than to repeat itself, and says so', async () => {
    const { notes } = await set({ cooldownDays: 10 });
    expect(notes).toMatchObject([{ code: 'texts_rest', message: expect.stringContaining('No text is free on') }]);
    expect((await scheduled()).length).toBeLessThanOrEqual(12);
  });

  test('passes over what the page has had nearly alike', async () => {
    await buildPost(api.db, me, { facebookPageId: pageRow, content: 'One about  BREAD.', status: 'published' });
    await set({ cooldownDays: 30 });
    const posts = await scheduled();
    const again = posts.find(({ content }) => content === texts[0])?.scheduledAt;
    expect(posts.slice(0, 2).map(({ content }) => content)).toEqual(texts.slice(1));
    expect(again === undefined || Date.parse(String(again)) > Date.now() + 29 * DAY_MS).toBe(true);
  });

  test('remembers when a text was used through a change of its order', async () => {
    const { id, texts: before } = await set({ rule: 'FREQ=DAILY;COUNT=200' });
    const changed = await change(id, {
      texts: [before[2], before[0], { content: 'Four about cups.' }].map((text) =>
        text !== undefined && 'id' in text ? { id: text.id } : { content: 'Four about cups.' },
      ),
    });
    expect(changed.texts.map(({ content }) => content)).toEqual([texts[2], texts[0], 'Four about cups.']);
    expect(changed.texts.map(({ id: text }) => text).slice(0, 2)).toEqual([before[2]?.id, before[0]?.id]);
  });

  test('has each post worded anew by the AI, days before, and pays within the budget', async () => {
    await set({ isVaried: true, cooldownDays: 1 });
    await runJobs();
    const posts = await scheduled();
    expect(posts.length).toBeGreaterThanOrEqual(3);
    expect(posts.length).toBeLessThanOrEqual(4);
    expect(posts.every(({ isAiGenerated, content }) => isAiGenerated && !texts.includes(content))).toBe(true);
    expect(await api.stored.aiCalls.rows({ status: 'answered' })).toHaveLength(posts.length);
  });

  test('waits for the AI until a day before, and then uses the text as it is', async () => {
    await api.sandbox.fault({
      match: { service: 'openai' },
      when: 'before',
      action: { type: 'error', http: 500, code: 'down', message: 'no', headers: { 'x-should-retry': 'false' } },
      times: 100,
    });
    const { id } = await set({ isVaried: true });
    await runJobs();
    const posts = await scheduled();
    expect(posts.map(({ content }) => content)).toEqual([texts[0]]);
    expect((await readOf(id)).notes).toMatchObject([{ code: 'not_varied' }]);
  });
});

describe('what is refused, and changes nothing:', () => {
  test.each([
    ['a post each second', { rule: 'FREQ=SECONDLY' }, 'rule'],
    ['30 February', { rule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30' }, 'rule'],
    ['what is over', { rule: 'FREQ=DAILY;UNTIL=20200101' }, 'rule'],
    ['a zone that is none', { timeZone: 'Mars/Olympus' }, 'timeZone'],
    ['a time that is none', { timeOfDay: '24:00' }, 'timeOfDay'],
    ['a first day centuries away', { startsOn: '2426-01-01' }, 'startsOn'],
    ['no text', { texts: [] }, 'texts'],
    ['an empty text', { texts: [{}] }, 'texts.0.content'],
    ['an image post without an image', { texts: [{ content: 'One', mediaType: 'image' }] }, 'texts.0.media'],
    ['a set without a break', { texts: [{ content: 'One' }, { content: 'Two' }] }, 'cooldownDays'],
  ])('%s', async (_what, more, path) => {
    const answer = await caller.call(createRecurrence, { body: daily(more) });
    expect([answer.status, answer.body]).toMatchObject([400, { issues: [{ path }] }]);
    expect(await api.stored.recurrences.rows()).toEqual([]);
  });

  test('a rule that is none, also while nothing is made by it', async () => {
    const { id } = await create();
    await change(id, { state: 'paused' });
    for (const body of [{ rule: 'FREQ=NEVER' }, { timeZone: 'Mars/Olympus' }, { startsOn: '2426-01-01' }])
      expect((await caller.call(updateRecurrence, { params: { id }, body })).status).toBe(400);
    expect((await caller.call(listRecurrences)).body).toMatchObject([{ id, state: 'paused', rule: 'FREQ=DAILY' }]);
    expect((await change(id, { rule: 'FREQ=DAILY;UNTIL=20200101' })).state).toBe('paused');
  });

  test('a page or a post of somebody else', async () => {
    const other = await buildUser(api.db);
    const page = await buildPage(api.db, other);
    const post = await buildPost(api.db, other);
    for (const more of [{ facebookPageId: page.id }, { texts: [{ postId: post }] }])
      expect((await caller.call(createRecurrence, { body: daily(more) })).status).toBe(404);
  });

  test('more than can be kept', async () => {
    const { id } = await create({ rule: 'FREQ=YEARLY' });
    const [row] = (await api.stored.recurrences.rows({ id })) as Record<string, unknown>[];
    const { id: _id, starts_on: _startsOn, problem: _problem, ...columns } = row ?? {};
    await api.stored.recurrences.add(
      Array.from({ length: RECURRENCES_MAX - 1 }, () => ({ ...columns, starts_on: '2026-11-23' })),
    );
    const answer = await caller.call(createRecurrence, { body: daily() });
    expect([answer.status, answer.text]).toEqual([422, expect.stringContaining('the most we can keep')]);
  });
});

test('nobody who may not come in gets posts, and nobody keeps the rules of others waiting', async () => {
  await create();
  await api.stored.posts.remove();
  await api.stored.recurrenceDates.remove();
  await api.stored.accessEntries.change({ type: 'blacklist' }, { facebook_id: me.facebookId });
  await planAgain();
  expect(await api.stored.posts.rows()).toEqual([]);
});

test('a rule that cannot be read is left alone, and the others are made', async () => {
  const broken = await create();
  const { id } = await create({ rule: 'FREQ=WEEKLY' });
  await api.stored.posts.remove();
  await api.stored.recurrenceDates.remove();
  await api.stored.recurrences.change({ rule: 'FREQ=NEVER' }, { id: broken.id });
  await planAgain();
  expect((await api.stored.posts.rows()).length).toBe(5);
  expect((await api.stored.recurrences.first({ id })).planned_at).toBeInstanceOf(Date);
});

test('a set of one text keeps its break, and a rule that ends before it begins is refused', async () => {
  await create({ cooldownDays: 3, rule: 'FREQ=DAILY;COUNT=6' });
  const days = daysOf(await scheduled()).map((day) => Date.parse(day) / DAY_MS);
  expect(days.slice(1).map((day, place) => day - (days[place] ?? 0))).toEqual(days.slice(1).map(() => 3));
  const startsOn = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
  const until = new Date(Date.now() + 20 * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '');
  const refused = await caller.call(createRecurrence, { body: daily({ startsOn, rule: `FREQ=DAILY;UNTIL=${until}` }) });
  expect(refused.status).toBe(400);
});

test('a preview says in words what a rule means, and what Facebook may refuse', async () => {
  const preview = (more: object = {}) =>
    caller.call(previewRecurrence, {
      body: {
        rule: 'FREQ=MONTHLY;BYDAY=-1FR;UNTIL=20990331',
        timeOfDay: '18:00',
        timeZone: 'Asia/Kuala_Lumpur',
        ...more,
      },
    });
  const { body } = await preview();
  expect(body.words).toBe('The last Friday of the month at 18:00, until 31 March 2099');
  expect(body.next).toHaveLength(5);
  expect(body.next.every((at) => at.endsWith('T10:00:00.000Z'))).toBe(true);
  expect(body.notes).toMatchObject([{ code: 'repeats_soon' }]);
  expect((await preview({ rule: 'FREQ=DAILY', cooldownDays: 7, textCount: 5 })).body.notes).toMatchObject([
    { code: 'few_texts', message: expect.stringContaining('needs 7 texts') },
  ]);
  expect((await preview({ rule: 'FREQ=DAILY', cooldownDays: 7, textCount: 7 })).body.notes).toEqual([]);
});
