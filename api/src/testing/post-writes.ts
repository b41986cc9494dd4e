import type { Knex } from 'knex';
import type { PostId } from '../contract/ids.ts';
import { prepared } from '../db/database.ts';
import type { Owner } from '../db/owner.ts';
import { insertSql, moveSql, movingOf } from '../features/posts/post-writes.sql.ts';

type Values = Readonly<Record<string, string>>;

/**
 * Stores a scheduled post as a job does that makes posts by a statement.
 * @param values what `columns` name with a colon
 */
export const storePost = (
  db: Knex,
  columns: Parameters<typeof insertSql<'scheduled'>>[1],
  values: Readonly<Record<string, Knex.RawBinding>>,
) => db.raw(insertSql('scheduled', columns), values);

/** A transition of its owner's. @param given SQL by column */
export const moveOfOwner = (db: Knex, owner: Owner, name: string, given: Values): PromiseLike<number> =>
  movingOf(db, owner, {
    [name]: Object.fromEntries(Object.entries(given).map(([column, sql]) => [column, db.raw(sql)])),
  });

/**
 * A transition that is nobody's or a worker's, of one post.
 * @param token of the worker; null: nobody's
 * @returns how many posts it was
 */
export async function moveByName(
  db: Knex,
  name: string,
  id: PostId,
  given: Values,
  token: string | null,
): Promise<number> {
  const text = `${moveSql(name as 'renew', { given: given as never, where: `p.id = ${id}` })} returning id`;
  return (await prepared(db, `${name} of ${id}`, text, token === null ? [] : [id, token])).length;
}
