import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import type { Impersonator } from '../../http/session.ts';
import { CODE, type ProblemOf } from '../../problems/problem.ts';
import { notifyOfChangedSchedule } from '../notifications/notify-of-changed-schedule.repository.ts';
import { outboxRepository } from '../outbox/outbox.repository.ts';
import type { Author } from './author.ts';
import { manyPostsRepository, type ManyPost } from './many-posts.repository.ts';

type Change = ProblemOf<'schedule_changed'>['params']['change'];
const CHANGES: readonly Change[] = ['deleted', 'unscheduled', 'moved'];

/**
 * Does something to posts. Where an administrator does it in their owner's place, the owner is told in the same
 * transaction what it took off their schedule, or moved there.
 */
export async function tellingOwner<T>(
  db: Knex,
  author: Author,
  ids: readonly PostId[],
  work: (db: Knex) => Promise<T>,
): Promise<T> {
  const administrator = 'idHash' in author ? author.impersonator : null;
  if (administrator === null) return work(db);
  return db.transaction(async (trx) => {
    const many = manyPostsRepository(trx);
    const planned = (await many.byId(author, ids)).filter(isPlanned);
    const result = await work(trx);
    const after = new Map((await many.byId(author, ids)).map((post) => [post.id, post]));
    for (const change of CHANGES) {
      const changed = planned.filter((post) => whatBecame(post, after.get(post.id)) === change);
      if (changed.length > 0) await tell(trx, author, administrator, { change, changed });
    }
    return result;
  });
}

/** One that waits for its next try is on the schedule, too. */
const isPlanned = ({ status }: ManyPost) => status === 'scheduled' || status === 'publishing';

function whatBecame(before: ManyPost, after: ManyPost | undefined): Change | null {
  if (after === undefined) return 'deleted';
  if (after.status === 'draft') return 'unscheduled';
  const isMoved = after.status === 'scheduled' && after.scheduledAt?.getTime() !== before.scheduledAt?.getTime();
  return isMoved ? 'moved' : null;
}

async function tell(
  trx: Knex,
  author: Author,
  { userId, name }: Impersonator,
  { change, changed }: { readonly change: Change; readonly changed: readonly ManyPost[] },
): Promise<void> {
  const [first] = changed;
  const isOnePage = changed.every(({ facebookPageId }) => facebookPageId === first?.facebookPageId);
  const page = isOnePage ? (first?.pageName ?? null) : null;
  const params = { name, page, count: changed.length, change };
  const problem = { code: CODE.scheduleChanged, action: null, params } as const;
  await notifyOfChangedSchedule(trx, author, userId, problem);
  await outboxRepository(trx).add(author, {
    kind: 'schedule_changed',
    facebookPageId: isOnePage ? (first?.facebookPageId ?? null) : null,
    params: { memberId: userId, problem },
  });
}
