import { describe, expect, test } from 'vitest';
import { buildPost, buildUser } from '../../testing/builders.ts';
import { takeTableAway } from '../../testing/database-state.ts';
import { setUpSweptApi } from '../../testing/scene.ts';
import { fromNow } from '../../testing/stored.ts';
import type { Figures } from '../observing/figures.repository.ts';
import { howItIs, roughAge, type Known } from './how-it-is.ts';

const NOW = new Date('2026-11-27T20:00:00Z');
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);
const WELL: Figures = {
  queue: { scheduled: 3, due: 0, overdue: 0, held: 0, publishing: 0, oldestDueSeconds: 0 },
  unanswered: [],
  idleSeconds: 2,
  lastPublishedAt: ago(3),
  restoredFrom: null,
  outbox: [],
};
const found = (figures: Partial<Figures> | null, others: Partial<Known> = {}) =>
  howItIs({
    figures: figures && { ...WELL, ...figures },
    doesDatabaseAnswer: true,
    areFilesThere: true,
    now: NOW,
    ...others,
  });
const late = (posts: number) => ({ ...WELL.queue, overdue: posts, oldestDueSeconds: 400 });
const silent = (posts: number) => [{ target: 'facebook', posts }];
const stateOf = ({ parts }: ReturnType<typeof found>) =>
  Object.fromEntries(parts.map(({ name, words }) => [name, words]));

describe('the status page says of', () => {
  test('a quiet hour that everything works', () => {
    const how = found({});
    expect([how.incidents, how.isDown]).toEqual([[], false]);
    expect(stateOf(how)).toEqual({
      Pagecast: 'Working',
      Publishing: 'Running',
      Facebook: 'No problems seen',
      'Tech Website': 'No problems seen',
      'Images and videos': 'Available',
      'Last post published': 'In the last 10 minutes',
    });
  });

  test.each([
    ['a loop that stopped', { idleSeconds: 46 }, {}, /^Nothing is being published/, true],
    ['a restored backup', { restoredFrom: ago(60), idleSeconds: 900 }, {}, /^Publishing is on hold/, true],
    ['a silent Facebook', { unanswered: silent(3) }, {}, /^Facebook isn't responding/, false],
    [
      'one that nobody reached lately',
      { unanswered: silent(1), lastPublishedAt: ago(6) },
      {},
      /^Facebook isn't/,
      false,
    ],
    [
      'another network',
      { unanswered: [{ target: 'fiztech', posts: 3 }] },
      {},
      /^The tech site isn't responding/,
      false,
    ],
    ['many late posts', { queue: late(10) }, {}, /^Some posts are going out late/, false],
    ['files that are away', {}, { areFilesThere: false }, /^Images and videos can't be opened/, false],
    ['a database that is away', {}, { doesDatabaseAnswer: false }, /^Pagecast can't reach its database/, true],
    ['one that never answered', null, { doesDatabaseAnswer: false }, /^Pagecast can't reach its database/, true],
  ] as const)('%s what is safe, once', (_what, figures, others, sentence, isDown) => {
    const how = found(figures, others);
    expect(how.incidents).toEqual([expect.stringMatching(sentence)]);
    expect(how.isDown).toBe(isDown);
  });

  test.each([
    ['one post that is tried again while others go out', { unanswered: silent(1) }],
    ['a page that catches up', { queue: late(2) }],
    ['one article that is tried again', { unanswered: [{ target: 'fiztech', posts: 1 }], lastPublishedAt: ago(60) }],
  ])('%s nothing', (_what, figures) => expect(found(figures).incidents).toEqual([]));

  test('what it cannot know by now that it is not known', () => {
    expect(stateOf(found({}, { doesDatabaseAnswer: false, areFilesThere: null }))).toMatchObject({
      Publishing: "We can't tell right now",
      Facebook: "We can't tell right now",
      'Images and videos': "We can't tell right now",
    });
  });
});

test.each([
  [0, 'In the last 10 minutes'],
  [10, 'In the last hour'],
  [60, 'In the last day'],
  [1440, 'More than a day ago'],
])('a post of %i minutes ago was published: %s', (minutes, words) => expect(roughAge(minutes)).toBe(words));

describe('in the product', () => {
  const api = setUpSweptApi();
  const status = async (process: { as: typeof api.as } = api) => {
    const answer = await process.as(null).fetch('/status');
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  };

  test('it is there for who is not logged in, names nobody and shows nothing that is written', async () => {
    const person = await buildUser(api.db);
    await buildPost(api.db, person, { content: 'Fresh kaya toast', status: 'published' });
    await api.turn();
    const { status: code, headers, text } = await status(await api.another());
    expect([code, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain('Everything is working');
    expect(text).not.toContain(person.name);
    expect(text).not.toContain('kaya');
    expect(headers.get('set-cookie')).toBeNull();
    expect(text).not.toMatch(/<script|127\.0\.0\.1|postgres/);
  });

  test('it answers while the database does not, and says so', async () => {
    const other = await api.another();
    const bringBack = await takeTableAway(api.db, 'loop_heartbeat');
    const { status: code, headers, text } = await status(other).finally(bringBack);
    expect([code, headers.get('retry-after')]).toEqual([503, '30']);
    expect(text).toContain('Pagecast can&#39;t reach its database');
  });

  test('it says that nothing is published where no loop has been there for a while', async () => {
    await api.stored.loopHeartbeat.change({ worked_at: fromNow(api.db, '-2 minutes') });
    const { status: code, text } = await status(await api.another());
    expect([code, text.includes('Nothing is being published right now')]).toEqual([503, true]);
  });

  test('however many look, it is found out once', async () => {
    const other = await api.another();
    const all = await Promise.all(Array.from({ length: 50 }, () => status(other)));
    expect(new Set(all.map(({ text }) => text)).size).toBe(1);
  });
});
