import type { Knex } from 'knex';
import type { PageId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { CODE } from '../../problems/problem.ts';
import { endNotification, notifyOwner } from '../notifications/notify-owner.repository.ts';
import type { Occurrence } from './next-times.ts';
import type { Recurrence } from './recurrence.ts';
import { recurrencesRepository } from './recurrences.repository.ts';

const groupOf = (recurrenceId: number) => `rule:${recurrenceId}`;

/**
 * What repeats on a page that is being removed waits for its owner, who is told; in the transaction that removes it,
 * before its posts are looked through.
 */
export async function stopRulesOfPage(trx: Knex, owner: Owner, facebookPageId: PageId): Promise<void> {
  for (const recurrenceId of await recurrencesRepository(trx).stopForPage(owner, facebookPageId))
    await notifyOwner(trx, owner, {
      group: groupOf(recurrenceId),
      facebookPageId,
      problem: { code: CODE.ruleStopped, action: null, params: { recurrenceId } },
    });
}

/** Says to the owner of a rule which days nobody made in time. */
export async function tellOfLeftOut(
  trx: Knex,
  { id: recurrenceId, facebookPageId, ...owner }: Recurrence,
  days: readonly Occurrence[],
): Promise<void> {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return;
  await notifyOwner(trx, owner, {
    group: groupOf(recurrenceId),
    facebookPageId,
    problem: {
      code: CODE.ruleLeftOut,
      action: null,
      params: { recurrenceId, count: days.length, first: first.date, last: last.date },
    },
  });
}

/** Its owner has looked at it. */
export const endNews = (trx: Knex, owner: Owner, recurrenceId: number) =>
  endNotification(trx, owner, groupOf(recurrenceId));
