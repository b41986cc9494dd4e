import type { Knex } from 'knex';
import type { Owner } from '../../db/owner.ts';
import type { Session } from '../../http/session.ts';
import { openTo } from '../../http/token-input.ts';
import { postActorsRepository } from './post-actors.repository.ts';
import type { PostStatus } from './post.ts';

/**
 * Whose posts, and by whose hand: a session is a person's, or of an administrator who impersonates them; an owner alone
 * stands for what Pagecast does by itself.
 */
export type Author = Owner | Session;

/** By a program, what a post is at this moment counts: it may have been planned, or unscheduled, meanwhile. */
export const statesOpenTo = (author: Author, statuses: readonly PostStatus[], bringsOut = false) =>
  'token' in author ? openTo(author, statuses, bringsOut) : statuses;

/**
 * Changes posts as `author`: the triggers that note what becomes of a post find the name with the transaction of the
 * change.
 */
export async function changingAs<T>(db: Knex, author: Author, change: (db: Knex) => Promise<T>): Promise<T> {
  if (!('idHash' in author)) return change(db);
  const { facebookId, name } = author.impersonator ?? author;
  const actor = {
    facebookId,
    name,
    isInPlace: author.impersonator !== null,
    ...(author.token === null ? {} : { token: author.token.name }),
  };
  const work = async (trx: Knex): Promise<T> => {
    await postActorsRepository(trx).name(actor);
    return change(trx);
  };
  return db.isTransaction === true ? work(db) : db.transaction(work);
}
