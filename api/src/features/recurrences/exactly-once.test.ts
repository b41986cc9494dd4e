import { format } from 'date-fns/format';
import type { Knex } from 'knex';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { chanceFrom, pick } from '../../../sandbox/chance.ts';
import { MADE_AHEAD_DAYS } from '../../contract/recurrences.ts';
import { openDatabase } from '../../db/database.ts';
import { secretBox } from '../../db/secrets.ts';
import { buildPage, buildUser, TEST_SECRET_KEY, type TestUser } from '../../testing/builders.ts';
import { simulateClock, type SimulatedClock } from '../../testing/simulated-clock.ts';
import { stored } from '../../testing/stored.ts';
import { cutLines } from '../../testing/database-state.ts';
import { emptyTables, freshDatabase, type TestDatabase } from '../../testing/test-database.ts';
import { idempotencyKeysRepository } from '../idempotency/idempotency-keys.repository.ts';
import type { MediaService } from '../media/media.service.ts';
import { pagesRepository } from '../pages/pages.repository.ts';
import { postsRepository } from '../posts/posts.repository.ts';
import { addDaysTo, dateIn, instantsOf } from './local-time.ts';
import { NOTHING_PREPARED } from './making-posts.ts';
import { recurrencePlanner } from './planner.service.ts';
import { recurrencesService } from './recurrences.service.ts';
import { recurringPostsJobs } from './recurring-posts.jobs.ts';
import { datesOf, readRule } from './rule.ts';

const HOUR = 60;
const DAY_MS = 86_400_000;
const ZONE = 'America/New_York';

class Death extends Error {}

let database: TestDatabase;
let clock: SimulatedClock;
let me: TestUser;
let pageId: number;
let pools: [Knex, Knex];

beforeAll(async () => {
  database = await freshDatabase();
  clock = await simulateClock(database.db, new Date('2026-10-20T21:37:00Z'));
  pools = [openDatabase(database.url, 'requests', { connections: 2 }), openDatabase(database.url)];
});
afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.destroy()));
  await database.close();
});
beforeEach(async () => {
  await emptyTables(database.db, 'users', 'access_entries');
  me = await buildUser(database.db);
  pageId = (await buildPage(database.db, me)).id;
});

const noFiles = {} as MediaService;
const log = pino({ level: 'silent' });

function startProcess(db: Knex) {
  const planner = recurrencePlanner({ db, media: noFiles, log, prepare: async () => NOTHING_PREPARED });
  const posts = postsRepository(db);
  const service = recurrencesService({
    db,
    idempotency: { ...idempotencyKeysRepository(db), within: idempotencyKeysRepository, jobs: [] },
    media: noFiles,
    pages: { repository: pagesRepository(db, secretBox(TEST_SECRET_KEY)) },
    posts: { repository: posts, read: async () => Promise.reject(new Death()) },
    planner,
  });
  const [job] = recurringPostsJobs({ db, adminIds: [], planner });
  return { service, planner, run: async () => job?.run(clock.now()) };
}

type Process = ReturnType<typeof startProcess>;

const rules = () => stored(database.db).recurrences;
const repeating = (rule: string) => ({
  facebookPageId: pageId as never,
  name: null,
  rule,
  startsOn: null,
  timeOfDay: '09:00',
  timeZone: ZONE,
  contentType: 'promotional',
  tone: null,
  keywords: null,
  cooldownDays: null,
  isVaried: false,
  texts: [{ id: null, postId: null, content: 'Fresh bread at seven.', mediaType: null, media: null }],
});
const posts = () => stored(database.db).posts.rows({}, 'id', 'status', 'scheduled_at');
/** Days that have a post, by what the rule noted. */
const daysWithPost = async () =>
  ((await stored(database.db).recurrenceDates.rows()) as { on_date: Date; post_id: number | null }[]).flatMap((row) =>
    row.post_id === null ? [] : [row.post_id],
  );

/**
 * Runs something in a process that dies at its nth statement; what it held is free again, as after any death.
 * @returns false when it came to its end before
 */
async function dyingAt(statement: number, work: (process: Process) => Promise<unknown>): Promise<boolean> {
  const db = openDatabase(database.url, 'exports', { connections: 2 });
  let left = statement;
  db.on('query', () => {
    left -= 1;
    if (left === 0) throw new Death();
  });
  try {
    await work(startProcess(db));
    return left <= 0;
  } catch (error) {
    if (!(error instanceof Death)) throw error;
    return true;
  } finally {
    await cutLines(database.db, 'exports');
    await db.destroy();
  }
}

/** Every post belongs to one day, and every day of the rule that is to come has its post. */
async function expectOnceEach(rule: string, startsOn: string, without: ReadonlySet<string>): Promise<void> {
  const ids = (await posts()).map(({ id }: { id: number }) => id);
  expect((await daysWithPost()).toSorted((a, b) => a - b)).toEqual(ids);
  const at = instantsOf('09:00', ZONE);
  const until = new Date(clock.now().getTime() + MADE_AHEAD_DAYS * DAY_MS);
  const wanted = datesOf(readRule(rule), startsOn, dateIn(ZONE, clock.now()), dateIn(ZONE, until)).filter(
    (date) => at(date) > new Date(clock.now().getTime() + 12 * 3_600_000) && at(date) <= until,
  );
  const days = await madeDays();
  expect(wanted.filter((date) => !days.has(date) && !without.has(date))).toEqual([]);
  for (const date of without) expect([date, days.get(date) ?? null]).toEqual([date, null]);
}

async function madeDays(): Promise<ReadonlyMap<string, number | null>> {
  const rows = (await stored(database.db).recurrenceDates.rows()) as {
    on_date: Date;
    post_id: number | null;
    state: string;
  }[];
  return new Map(
    rows
      .filter(({ state }) => state === 'made')
      .map(({ on_date: date, post_id: id }) => [
        // A day without a zone is read as midnight here.
        format(date, 'yyyy-MM-dd'),
        id,
      ]),
  );
}

test('a process that dies at any statement leaves all of a rule’s posts or none, and each is made once', async () => {
  const survivor = startProcess(pools[0]);
  const id = await survivor.service.create(me, repeating('FREQ=WEEKLY'), null);
  let deaths = 0;
  for (let at = 1; at < 200; at += 1) {
    await stored(database.db).posts.remove();
    await stored(database.db).recurrenceDates.remove();
    await rules().change({ planned_at: null });
    const hasDied = await dyingAt(at, ({ planner }) => planner.plan({ ...me, id }));
    expect([0, 5]).toContain((await posts()).length);
    await survivor.run();
    expect((await posts()).length).toBe(5);
    if (!hasDied) break;
    deaths += 1;
  }
  expect(deaths).toBeGreaterThan(20);
});

const SEEDS = (process.env['SIMULATION_SEED'] ?? 'bread,coffee').split(',');
const RULES = ['FREQ=WEEKLY;BYDAY=MO,TH', 'FREQ=DAILY;INTERVAL=3', 'FREQ=MONTHLY;BYDAY=-1FR', 'FREQ=WEEKLY;BYDAY=SU'];

test.each(SEEDS)('through changes, deaths and clocks that jump, no day is made twice or lost (%s)', async (seed) => {
  const chance = chanceFrom(seed);
  const between = (least: number, most: number) => least + Math.floor(chance() * (most - least + 1));
  const [first, second] = [startProcess(pools[0]), startProcess(pools[1])];
  let rule = pick(chance, RULES);
  const id = await second.service.create(me, repeating(rule), null);
  let startsOn = dateIn(ZONE, clock.now());
  const without = new Set<string>();

  const steps = {
    async onwards() {
      await clock.move(between(1, 9 * 24) * HOUR);
    },
    async farAhead() {
      await clock.move(400 * 24 * HOUR);
      await Promise.all([first.run(), second.run()]);
      await clock.move(-400 * 24 * HOUR);
    },
    async back() {
      await clock.move(-between(1, 80) * HOUR);
    },
    async death() {
      await rules().change({ planned_at: null });
      await dyingAt(between(1, 30), ({ run }) => run());
      await rules().change({ planned_at: null });
    },
    async change() {
      rule = pick(chance, RULES);
      startsOn = addDaysTo(dateIn(ZONE, clock.now()), between(0, 6));
      await second.service.update(me, id, { rule, startsOn });
    },
    async pause() {
      await second.service.update(me, id, { state: 'paused' });
      expect((await posts()).filter(({ status }: { status: string }) => status === 'scheduled')).toEqual([]);
      await clock.move(between(1, 10) * 24 * HOUR);
      await second.service.update(me, id, { state: 'running' });
    },
    async remove() {
      const made = [...(await madeDays())].filter(([, post]) => post !== null);
      if (made.length === 0) return;
      const [date, post] = pick(chance, made);
      await stored(database.db).posts.remove({ id: post });
      without.add(date);
    },
  };
  for (let step = 0; step < 25; step += 1) {
    await steps[pick(chance, Object.keys(steps) as (keyof typeof steps)[])]();
    await Promise.all([first.run(), second.run()]);
    await rules().change({ planned_at: null });
    await second.run();
    await expectOnceEach(rule, startsOn, without);
  }
});

test('after three days without a loop the last post that was missed is for its owner to decide', async () => {
  const process = startProcess(pools[0]);
  const id = await process.service.create(me, repeating('FREQ=DAILY'), null);
  await stored(database.db).posts.remove();
  await stored(database.db).recurrenceDates.remove();
  await clock.move(3 * 24 * HOUR);
  await rules().change({ planned_at: null });
  await process.run();
  const late = (await posts()).filter(({ scheduled_at: at }: { scheduled_at: Date }) => at <= clock.now());
  expect(late).toHaveLength(1);
  expect((await rules().first({ id })).problem).toMatchObject({ code: 'left_out', params: { count: 2 } });
  // Said once, however often the rule is looked through.
  await rules().change({ planned_at: null });
  await process.run();
  expect(await stored(database.db).notifications.rows({ group_key: `rule:${id}` }, 'kind', 'problem')).toMatchObject([
    { kind: 'page', problem: { code: 'rule_left_out', params: { recurrenceId: id, count: 2 } } },
  ]);
});
