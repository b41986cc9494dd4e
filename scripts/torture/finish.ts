import { setTimeout as sleep } from 'node:timers/promises';
import pMap from 'p-map';
import { BACKLOG_AFTER_MINUTES } from '../../api/src/features/publishing/rules.ts';
import type { Owner } from './owner.ts';
import type { World } from './world.ts';

const POLL_EVERY_MS = 500;
const AT_ONCE = 12;
const SOON_MS = 1000;

/** Posts that wait for their owner: missed ones, and those that a backlog would bring out half an hour apart. */
const LEFT_WAITING = `
  select id::int from posts where status = 'missed'
    or (status = 'scheduled' and not is_held and scheduled_at < now() - interval '${BACKLOG_AFTER_MINUTES} minutes')`;
const ON_THE_WAY = `select count(*)::int as n from posts where status = 'publishing'
  or (status = 'scheduled' and not is_held and scheduled_at < now() + interval '1 hour')`;

/**
 * Waits until every post has come to an end; plans anew, as their owner, what late policy has left waiting.
 * @returns how often that was, and whether all is over
 */
export async function untilAllEnded(
  { table }: World,
  owner: Owner,
  withinMs: number,
): Promise<{ rescheduled: number; isOver: boolean }> {
  const until = Date.now() + withinMs;
  let rescheduled = 0;
  while (Date.now() < until) {
    const waiting = await table.rows<{ id: number }>(LEFT_WAITING);
    await pMap(
      waiting,
      ({ id }) =>
        owner.call('PATCH', `/api/posts/${id}`, { scheduledAt: new Date(Date.now() + SOON_MS).toISOString() }),
      { concurrency: AT_ONCE },
    );
    rescheduled += waiting.length;
    if ((await table.one<{ n: number }>(ON_THE_WAY)).n === 0) return { rescheduled, isOver: true };
    await sleep(POLL_EVERY_MS);
  }
  return { rescheduled, isOver: false };
}
