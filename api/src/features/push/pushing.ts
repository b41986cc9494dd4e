import type { Knex } from 'knex';
import pLimit from 'p-limit';
import type { Logger } from 'pino';
import { databaseTime } from '../../db/clock.ts';
import type { SecretBox } from '../../db/secrets.ts';
import { PostFlawError, type PublicPost } from '../../http/post-public.ts';
import { choicesRepository } from '../outbox/choices.repository.ts';
import { CODE } from '../../problems/problem.ts';
import { ADMINISTRATORS_KINDS } from '../outbox/fact-kinds.ts';
import { outboxRepository, type Fact } from '../outbox/outbox.repository.ts';
import { isStillTheirs, presentFact } from '../outbox/present-fact.ts';
import { toldOf } from '../outbox/told-of.ts';
import { pushDeliveriesRepository, type PushClaim } from './push-deliveries.repository.ts';
import { newPushKeys, pushRequest } from './push-message.ts';
import { pushKeysRepository } from './push-keys.repository.ts';
import { pushSubscriptionsRepository } from './push-subscriptions.repository.ts';

const AT_ONCE = 100;
const UNDER_WAY = 16;
const WITHIN_MS = 10_000;
/** After the first try, the second, and so on; then it is given up: the bell has it. */
const WAITS_MS = [5000, 60_000, 600_000, 3_600_000];
const FORGOTTEN: readonly number[] = [404, 410];

interface Deps {
  readonly db: Knex;
  readonly secrets: SecretBox;
  readonly publicPost: PublicPost;
  readonly adminIds: readonly string[];
  /** Whom a push service may ask about us. */
  readonly contact: string;
  readonly log: Logger;
}

/** Notes what is to be told to which browsers. @returns whether there may be more */
async function expand({ db, adminIds }: Pick<Deps, 'db' | 'adminIds'>): Promise<boolean> {
  if (!(await outboxRepository(db).hasSome('push'))) return false;
  return db.transaction(async (trx) => {
    const facts = await outboxRepository(trx).take('push', AT_ONCE);
    if (facts.length === 0) return false;
    const [deliveries, choices] = [pushDeliveriesRepository(trx), choicesRepository(trx)];
    const listening = await deliveries.listening(facts.map(({ owner }) => owner.userId));
    for (const fact of facts) {
      if (!listening.has(fact.owner.userId) || !isStillTheirs(fact)) continue;
      if (!(await choices.wants(fact.owner, fact.kind, 'push'))) continue;
      const forAdmins = ADMINISTRATORS_KINDS.some((kind) => kind === fact.kind) && fact.problem?.code !== CODE.workLost;
      await deliveries.add(fact.owner, fact, { adminIds, forAdmins });
    }
    return facts.length === AT_ONCE;
  });
}

/** Tells browsers what happens. */
export function pushing(deps: Deps) {
  const { db, log } = deps;
  const limit = pLimit(UNDER_WAY);
  const deliveries = pushDeliveriesRepository(db);
  const underWay = new Set<Promise<void>>();
  let isStopped = false;

  async function sendDue(): Promise<void> {
    while (!isStopped && underWay.size < UNDER_WAY) {
      const claims = await deliveries.claim(UNDER_WAY - underWay.size);
      if (claims.length === 0) return;
      const facts = await outboxRepository(db).byIds(claims.map(({ factId }) => factId));
      const now = await databaseTime(db);
      for (const claim of claims) {
        const fact = facts.find(({ id }) => id === claim.factId);
        const run = limit(() =>
          fact === undefined || !isStillTheirs(fact) ? deliveries.done(claim) : tell(deps, claim, fact, now),
        )
          .catch((error: unknown) => log.error({ err: error }, 'push.not-settled'))
          .finally(() => underWay.delete(run));
        underWay.add(run);
      }
    }
  }

  return {
    /** Notes what there is to tell, and begins to tell it. */
    async run(): Promise<void> {
      while (await expand(deps));
      await sendDue();
    },
    settled: async (): Promise<void> => {
      await Promise.all(underWay);
    },
    async stop(): Promise<void> {
      isStopped = true;
      await Promise.all(underWay);
    },
  };
}

async function tell(
  { db, secrets, publicPost, contact, log }: Deps,
  claim: PushClaim,
  fact: Fact,
  now: Date,
): Promise<void> {
  const [deliveries, subscriptions] = [pushDeliveriesRepository(db), pushSubscriptionsRepository(db, secrets)];
  const words = toldOf(fact, (known) => presentFact(known, { now }), log);
  if (words === null) return deliveries.done(claim);
  const to = openedOf(() => subscriptions.opened(claim));
  const keys = await pushKeysRepository(db, secrets).get(newPushKeys);
  const request = to && openedOf(() => pushRequest({ to, words, tag: claim.eventId }, keys, contact));
  // Keys that are none, or a server that has another key by now: nothing can be told there.
  if (to === null || request === null) return subscriptions.removeOne(claim.subscriptionId);
  const status = await publicPost.post(to.endpoint, { ...request, withinMs: WITHIN_MS }).then(
    (answer) => answer.status,
    (error: unknown) => {
      if (!(error instanceof PostFlawError)) throw error;
      return null;
    },
  );
  if (status !== null && FORGOTTEN.includes(status)) return subscriptions.removeOne(claim.subscriptionId);
  if (status !== null && status >= 200 && status < 300) return deliveries.done(claim);
  await deliveries.failed(claim, WAITS_MS[claim.attempts - 1] ?? null);
}

function openedOf<T>(open: () => T): T | null {
  try {
    return open();
  } catch {
    return null;
  }
}
