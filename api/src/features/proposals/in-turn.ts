import type { Knex } from 'knex';
import type { Owner } from '../../db/owner.ts';
import { ConflictError, NotFoundError } from '../../http/errors.ts';
import type { Session } from '../../http/session.ts';
import { needTokenStill } from '../tokens/need-token-still.ts';
import { inOwnersTurn } from '../slots/owners-turn.ts';
import { takenTimesRepository } from '../slots/taken-times.repository.ts';
import { changedParts, versionOf, type Proposal } from './proposal.ts';
import { proposalsRepository } from './proposals.repository.ts';

/** What somebody asked for, and whether it was there already. */
export interface Outcome {
  readonly proposal: Proposal;
  readonly isRepeat: boolean;
}

const GONE = 'This proposal no longer exists.';

interface Turn<T> {
  /** What takes its time and locks nothing: many who come at once would each do all of it. */
  readonly first: () => Promise<void>;
  readonly work: (trx: Knex) => Promise<T>;
}

/** One after the other, whoever asks: what one decides, the next one sees. @see inTurnAfter */
export const inTurnOf = <T>(db: Knex, at: By, work: Turn<T>['work']): Promise<T> =>
  inTurnAfter(db, at, { first: async () => {}, work });

/** The same after something else. @throws UnauthorizedError for a program whose token was revoked meanwhile */
export function inTurnAfter<T>(db: Knex, at: By, { first, work }: Turn<T>): Promise<T> {
  return inOwnersTurn(db, at, async () => {
    await first();
    return db.transaction(async (trx) => {
      await takenTimesRepository(trx).lock(at);
      const done = await work(trx);
      await needTokenStill(trx, at);
      return done;
    });
  });
}
/** An owner, and the token of whoever asks. */
type By = Owner & Pick<Session, 'token'>;

/** @throws NotFoundError when it is none of theirs */
export async function needProposal(db: Knex, owner: Owner, id: number): Promise<Proposal> {
  const found = await proposalsRepository(db).find(owner, id);
  if (found === null) throw new NotFoundError(GONE);
  return found;
}

/** @throws ConflictError that says what is not as it was read */
export async function refuseOther(trx: Knex, owner: Owner, now: Proposal, expectedHash: string): Promise<void> {
  if (now.contentHash === expectedHash) return;
  const read = await proposalsRepository(trx).version(owner, now.id, expectedHash);
  const changed = read === null ? [] : changedParts(read, versionOf(now, now.media));
  const what = changed.length === 0 ? 'It' : `Its ${changed.join(' and its ')}`;
  throw new ConflictError(
    `This proposal has changed. ${what} ${changed.length > 1 ? 'are' : 'is'} not what you read. ` +
      'Nothing was done. Read it again before you decide.',
    { changed, contentHash: now.contentHash },
  );
}
