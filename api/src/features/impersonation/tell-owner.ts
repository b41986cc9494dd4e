import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import type { Session } from '../../http/session.ts';
import { CODE, type ProblemOf } from '../../problems/problem.ts';
import { notifyOfChangedSchedule } from '../notifications/notify-of-changed-schedule.repository.ts';
import { outboxRepository } from '../outbox/outbox.repository.ts';

export type Change = ProblemOf<'schedule_changed'>['params']['change'];

/** What an administrator did something to: a post that was, or was to be, on a page. */
interface Changed {
  readonly facebookPageId: PageId | null;
  readonly pageName: string | null;
}

/** Whoever does something in the place of somebody else; null where it is they themselves. */
export const administratorOf = (author: Owner | Session) => ('idHash' in author ? author.impersonator : null);

/** Tells an owner what an administrator did in their place, in the transaction that does it; nothing else is news. */
export async function tellOwner(
  trx: Knex,
  author: Owner | Session,
  change: Change,
  changed: readonly Changed[],
): Promise<void> {
  const administrator = administratorOf(author);
  const [first] = changed;
  if (administrator === null || first === undefined) return;
  const { userId, name } = administrator;
  const isOnePage = changed.every(({ facebookPageId }) => facebookPageId === first.facebookPageId);
  const params = { name, page: isOnePage ? first.pageName : null, count: changed.length, change };
  const problem = { code: CODE.scheduleChanged, action: null, params } as const;
  await notifyOfChangedSchedule(trx, author, userId, problem);
  await outboxRepository(trx).add(author, {
    kind: 'schedule_changed',
    facebookPageId: isOnePage ? first.facebookPageId : null,
    params: { memberId: userId, problem },
  });
}
