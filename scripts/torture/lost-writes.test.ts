import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startCrashSite, type CrashSite } from './crash-site.ts';
import type { Kind } from './plan.ts';
import type { Api } from './world.ts';

const OUT_ONCE = { status: 'published', problem: null, out: 1 };
/** A story has no words to find it by: whether it is out is its owner's to say. */
const ASKED = { status: 'missed', problem: 'cannot_look', out: 1 };
const BEAT_EVERY_MS = 1000;
const KINDS: readonly Kind[] = ['photo', 'text', 'reel', 'story', 'photos', 'text', 'photo', 'text'];

let site: CrashSite;
beforeAll(async () => {
  site = await startCrashSite('two-step');
});
afterAll(() => site.close());

/**
 * Posts are on their way when the database is put back to a moment ago, in which none of them was out. The heart had
 * beaten just before that.
 */
async function loseWrites(how: 'promoted' | 'copied', kinds: readonly Kind[], then: Api): Promise<number[]> {
  const { world, api } = site;
  await api.stop();
  await then.stop();
  const ids: number[] = [];
  for (const kind of kinds) ids.push(await site.plan(kind));
  await world.keepPostgres();
  api.start();
  // The last ones are still on their way, if they are quick.
  for (const id of ids.slice(0, Math.ceil(ids.length / 2))) expect(await site.ended(id)).toEqual(OUT_ONCE);
  await api.kill();
  await world.putPostgresBack(how);
  expect(await world.table.rows('select distinct status from posts where id = any($1)', [ids])).toEqual([
    { status: 'scheduled' },
  ]);
  await world.table.rows('delete from loop_gaps');
  then.start();
  await beatUntil(world, then.untilReady());
  return ids;
}

/** However long a busy machine takes to start a process: what it finds is a heart that has just beaten. */
async function beatUntil({ table }: CrashSite['world'], ready: Promise<void>): Promise<void> {
  let isReady = false;
  const ended = ready.finally(() => {
    isReady = true;
  });
  do {
    await table.rows('update loop_heartbeat set ticked_at = now()');
    await Promise.race([ended, sleep(BEAT_EVERY_MS)]);
  } while (!isReady);
  await ended;
}

test.each([
  ['promoted', KINDS],
  ['copied', ['photo', 'reel']],
] as const)(
  'what was on its way when the database lost its last writes is out once: a server that is %s',
  async (how, kinds) => {
    const ids = await loseWrites(how, kinds, site.api);
    expect(await Promise.all(ids.map((id) => site.ended(id)))).toEqual(
      kinds.map((kind) => (kind === 'story' ? ASKED : OUT_ONCE)),
    );
    expect(await site.world.table.rows('select is_loss from loop_gaps order by ended_at desc limit 1')).toEqual([
      { is_loss: how === 'promoted' },
    ]);
  },
);

test('the same is out twice where nobody asks for the history of the database', async () => {
  const blind = await site.world.addApi('blind', { more: ['no-history'] });
  // Not a text, which Facebook does not take twice in a row.
  const ids = await loseWrites('promoted', ['photo'], blind);
  const ends = await Promise.all(ids.map((id) => site.ended(id)));
  await blind.stop();
  expect(ends.map(({ out }) => out)).toEqual([2]);
});
