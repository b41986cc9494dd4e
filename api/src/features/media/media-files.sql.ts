import type { Knex } from 'knex';
import { ownedBy, type Owner } from '../../db/owner.ts';

/** With the account. */
export function removingFilesOf(db: Knex, owner: Owner): Knex.QueryBuilder {
  return ownedBy(db, 'media_files', owner).delete();
}
