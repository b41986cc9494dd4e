import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PageId } from '../contract/ids.ts';
import {
  calendarPosts,
  checkPost,
  listPosts,
  listWaitingPosts,
  readSettings,
  SEARCH_WORDS,
} from '../contract/index.ts';
import { readWhileWanted } from '../db/cancellable.ts';
import { openDatabase } from '../db/database.ts';
import { buildPage, buildPost, buildUser } from '../testing/builders.ts';
import { PATIENT_LIMITS, type Caller, type TestProcess } from '../testing/test-api.ts';
import { holdingPosts } from '../testing/hold-posts.ts';
import { waitForTurns } from '../testing/wait-for-turns.ts';
import { setUpSweptApi, setUpPerson } from '../testing/scene.ts';
import { runningStatements, SLEEP_FOR_LONG } from '../testing/database-state.ts';

const api = setUpSweptApi();
const { me, caller } = setUpPerson(api);
let pageId: PageId;
/** Where no search waits too long, and the database stops none. */
let patient: TestProcess;
beforeAll(async () => {
  patient = await api.another({}, PATIENT_LIMITS);
});
beforeEach(async () => {
  pageId = (await buildPage(api.db, me)).id;
  await buildPost(api.db, me, { facebookPageId: pageId, status: 'published', content: 'Kaya toast' });
});

/** While somebody holds the posts, every search lasts until they are let go. */
const { holdPosts, letGo } = holdingPosts(api);

/** Searches that the database is at, or that wait for the posts in it. */
const searching = () => runningStatements(api.db, 'from posts p');

const TURN_WAITED_FOR_MS = 4000;
afterEach(() => {
  vi.restoreAllMocks();
});

const search = (by: Caller, signal?: AbortSignal) =>
  by.fetch('/api/posts/paginated?text=toast', signal === undefined ? {} : { signal });

describe('a search', () => {
  test.each([
    { ...listPosts, rest: {} },
    { ...listWaitingPosts, rest: { for: 'time' } },
    { ...calendarPosts, rest: { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z' } },
  ])('has few words: $path', async ({ rest, ...endpoint }) => {
    const words = (count: number) => Array.from({ length: count }, (_, n) => `w${n}`).join('  ');
    const asked = (text: string) => caller.call(endpoint as typeof listPosts, { query: { ...rest, text } });
    expect((await asked(words(SEARCH_WORDS))).status).toBe(200);
    expect(await asked(words(SEARCH_WORDS + 1))).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'text', message: 'Search for at most 10 words' }] },
    });
    expect((await asked('x'.repeat(201))).status).toBe(400);
  });

  test('of one person runs twice at once, whatever they ask for, and nobody else waits', async () => {
    waitForTurns(TURN_WAITED_FOR_MS);
    const person = patient.as(me);
    await holdPosts();
    const mine = Array.from({ length: 25 }, () => search(person));
    await expect.poll(searching).toBe(2);
    const other = patient.as(await buildUser(api.db));
    expect((await other.call(readSettings)).status).toBe(200);
    expect((await person.call(readSettings)).status).toBe(200);
    expect((await other.fetch('/readyz')).status).toBe(200);
    const theirs = search(other);
    await expect.poll(searching).toBe(3);
    await letGo();
    expect((await theirs).status).toBe(200);
    expect(new Set((await Promise.all(mine)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  test("of all people together leaves most connections to everybody's other calls", async () => {
    waitForTurns(TURN_WAITED_FOR_MS);
    const person = patient.as(me);
    await holdPosts();
    const people = await Promise.all(Array.from({ length: 8 }, async () => patient.as(await buildUser(api.db))));
    const all = people.flatMap((person) => [search(person), search(person)]);
    await expect.poll(searching).toBe(6);
    expect((await person.call(readSettings)).status).toBe(200);
    await letGo();
    expect(new Set((await Promise.all(all)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  test('that waits too long for its turn is refused with a sentence, and so is the one too many', async () => {
    await holdPosts();
    const all = Array.from({ length: 43 }, () => search(caller));
    const first = await Promise.race(all);
    expect([first.status, first.headers.get('retry-after'), await first.json()]).toMatchObject([
      429,
      '10',
      { message: 'Your other searches and lists are still loading. Wait a few seconds, then try again.' },
    ]);
    await letGo();
    await Promise.all(all);
  });

  test('ends in the database when nobody waits for it any more, also one that had not begun', async () => {
    waitForTurns(TURN_WAITED_FOR_MS);
    const person = patient.as(me);
    await holdPosts();
    const leaving = new AbortController();
    const abandoned = Array.from({ length: 5 }, () => search(person, leaving.signal));
    await expect.poll(searching).toBe(2);
    leaving.abort();
    expect((await Promise.allSettled(abandoned)).map(({ status }) => status)).not.toContain('fulfilled');
    await expect.poll(searching).toBe(0);
    expect(api.logged.filter((line) => line.includes('request.crashed'))).toEqual([]);
    await letGo();
    expect((await search(person)).status).toBe(200);
  });

  test('that the database stops is told so', async () => {
    await holdPosts();
    const answer = await search(caller);
    expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toMatchObject([
      503,
      '5',
      { code: 'unavailable', message: expect.stringContaining('This took too long and was stopped.') },
    ]);
  });
});

test.each([
  [
    'a page of what waits',
    (person: Caller) => person.call(listWaitingPosts, { query: { for: 'time', text: 'toast' } }),
  ],
  [
    'a month',
    (person: Caller) =>
      person.call(calendarPosts, {
        query: { from: '2026-11-01T00:00:00Z', to: '2026-12-01T00:00:00Z', text: 'toast' },
      }),
  ],
  [
    'the checks of a post',
    (person: Caller) => person.call(checkPost, { body: { content: 'Kaya toast', facebookPageId: pageId } }),
  ],
])("%s waits its turn among a person's searches", async (_name, ask) => {
  waitForTurns(TURN_WAITED_FOR_MS);
  const person = patient.as(me);
  await holdPosts();
  const searches = [search(person), search(person)];
  await expect.poll(searching).toBe(2);
  const asked = ask(person);
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  expect(await searching()).toBe(2);
  await letGo();
  expect([(await asked).status, ...(await Promise.all(searches)).map(({ status }) => status)]).toEqual([200, 200, 200]);
});

describe('a read that somebody waits for', () => {
  test('gives its rows, and its connection back', async () => {
    const db = openDatabase(api.config.DATABASE_URL, 'requests', { connections: 1 });
    const waiting = new AbortController().signal;
    expect(await readWhileWanted(db, waiting, 'select ?::int + ?::int as sum', [1, 2])).toEqual([{ sum: 3 }]);
    expect(await readWhileWanted(db, waiting, 'select 1 as one', [])).toEqual([{ one: 1 }]);
    await expect(readWhileWanted(db, waiting, 'select nothing', [])).rejects.toThrow('does not exist');
    expect(await readWhileWanted(db, waiting, 'select 1 as one', [])).toEqual([{ one: 1 }]);
    await db.destroy();
  });

  test('is not begun for who has gone, and ends for who goes', async () => {
    await expect(readWhileWanted(api.db, AbortSignal.abort(), 'select 1', [])).rejects.toThrow('aborted');
    const leaving = new AbortController();
    const reading = readWhileWanted(api.db, leaving.signal, SLEEP_FOR_LONG, []);
    setTimeout(() => {
      leaving.abort();
    }, 50);
    await expect(reading).rejects.toMatchObject({ code: '57014' });
  });
});
