import type { Knex } from 'knex';
import type { UserId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import { notifyOfPassed } from '../notifications/notify-of-passed.repository.ts';
import { pageRightsRepository } from '../page-rights/page-rights.repository.ts';
import { outboxRepository } from '../outbox/outbox.repository.ts';
import { takePassed, type Passed } from './passed-proposals.repository.ts';

const AT_ONCE = 500;

/**
 * Says once, of each page, what was not decided before its time: to its owner, to those who approve posts there, and to
 * whoever proposed it. Safe beside other processes.
 */
export async function tellOfPassed(db: Knex): Promise<void> {
  let told;
  do {
    told = await db.transaction(async (trx) => {
      const passed = await takePassed(trx, AT_ONCE);
      for (const ofPage of groupsOf(passed, ({ facebookPageId }) => facebookPageId)) await tellOfPage(trx, ofPage);
      return passed.length;
    });
  } while (told === AT_ONCE);
}

async function tellOfPage(trx: Knex, passed: readonly [Passed, ...Passed[]]): Promise<void> {
  const [{ userId, environment, facebookPageId }] = passed;
  const deciders = [userId, ...(await pageRightsRepository(trx).approversOf(facebookPageId))];
  for (const decider of deciders) await tell(trx, { userId: decider, environment }, passed);
  for (const ofMember of groupsOf(passed, ({ memberId }) => memberId)) {
    const [{ memberId }] = ofMember;
    if (memberId !== null) await tell(trx, { userId: memberId, environment }, ofMember);
  }
}

/** In the bell, and by whatever else tells them. */
async function tell(trx: Knex, owner: Owner, passed: readonly [Passed, ...Passed[]]): Promise<void> {
  const [{ facebookPageId, pageName: page }] = passed;
  await outboxRepository(trx).add(owner, factOf(passed));
  await notifyOfPassed(trx, owner, facebookPageId, { page, count: passed.length });
}

function factOf(passed: readonly [Passed, ...Passed[]]) {
  const proposalIds = passed.map(({ id }) => id);
  // By `proposalId` processes of the release before know one of them.
  const params = { isOver: true, proposalId: passed[0].id, proposalIds };
  return { kind: 'proposal_waits', facebookPageId: passed[0].facebookPageId, params };
}

function groupsOf(passed: readonly Passed[], keyOf: (one: Passed) => UserId | Passed['facebookPageId'] | null) {
  return [...Map.groupBy(passed, keyOf).values()] as [Passed, ...Passed[]][];
}
