import type { Knex } from 'knex';
import type { LoadPhase } from '../../contract/remotes.ts';
import type { Keys } from '../../db/keyring.ts';
import { names } from '../../db/signatures.ts';
import type { Session } from '../../http/session.ts';
import { releaseSharesRepository, type ReleaseSharesRepository } from '../remotes/release-shares.repository.ts';
import { isIn } from '../remotes/share-assignment.ts';
import { judgedPeopleRepository, type JudgedPeopleRepository } from './judged-people.repository.ts';
import type { Met } from './met-in-visit.ts';

interface Deps {
  readonly keys: Keys;
  readonly shares: Pick<ReleaseSharesRepository, 'growing'>;
  readonly people: Pick<JudgedPeopleRepository, 'tell'>;
}

/** These steps are on the way; at the others it is the code of the version that failed. */
const ON_THE_WAY: readonly LoadPhase[] = ['manifest', 'entry', 'module'];

/**
 * Takes down what people met in versions that are shared. Only somebody who is logged in counts, only for the version
 * that they were given, and once: nobody can speak for others, nor against a version that is not theirs. Who
 * impersonates somebody is not that person, and is left out.
 */
export function witnesses({ keys, shares, people }: Deps) {
  const named = names(keys, 'people of a share');
  const nameOf = (shareId: number, facebookId: string) => named(`${shareId} ${facebookId}`).subarray(0, 16);

  async function hear(session: Session | null, told: readonly Met[]): Promise<void> {
    if (session === null || session.impersonator !== null || told.length === 0) return;
    const { facebookId } = session;
    for (const share of await shares.growing()) {
      const isCandidate = isIn(share, facebookId);
      const own = isCandidate ? share.version : share.baseVersion;
      const met = told.find(({ name, version }) => name === share.name && version === own);
      if (met === undefined) continue;
      await people.tell({
        shareId: share.id,
        person: nameOf(share.id, facebookId),
        isCandidate,
        isNamed: share.people.includes(facebookId),
        isSeen: met.isSeen,
        met: met.metrics,
      });
    }
  }

  return {
    hear,
    /** Whoever deletes their account has met nothing. */
    async forget(trx: Knex.Transaction, facebookId: string): Promise<void> {
      for (const { id } of await releaseSharesRepository(trx).growing())
        await judgedPeopleRepository(trx).forget(id, nameOf(id, facebookId));
    },
    /** How an area came in a page; null where it did. */
    async hearLoad(
      session: Session | null,
      { phase, ...of }: { readonly name: string; readonly version: string; readonly phase: LoadPhase | null },
    ): Promise<void> {
      // This page is of another time than the version, such as from a process without the key that signed it.
      if (phase === null || phase === 'contract') return;
      await hear(session, [{ ...of, isSeen: false, metrics: [ON_THE_WAY.includes(phase) ? 'load' : 'broken'] }]);
    },
  };
}
export type Witnesses = ReturnType<typeof witnesses>;
