import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import type { Owner } from '../../db/owner.ts';
import type { Doubts } from './doubts.ts';

/** Posts that the loop is at, or was. */
export interface HeldByLoop {
  /** Takes a post that waits for its next try from the loop; false when it may be out already, or a worker is at it. */
  takeBack(trx: Knex, owner: Owner, postId: PostId): Promise<boolean>;
  /** What was brought there ahead of posts is theirs no more, in the transaction that gives them other files. */
  forgetAhead(trx: Knex, postIds: readonly PostId[]): Promise<void>;
  /** Posts of which nobody knows whether they are out, in a transaction. */
  doubts(trx: Knex): Doubts;
}
