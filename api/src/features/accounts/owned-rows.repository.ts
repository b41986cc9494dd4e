import type { Knex } from 'knex';
import { ownedBy, type Owner } from '../../db/owner.ts';
import { removingOf } from '../posts/post-writes.sql.ts';

/** What there may be tens of thousands of, each kind before what it refers to. The rest goes with the account. */
const MANY = ['media_files', 'posts', 'automation_slots', 'ai_calls'] as const;
/**
 * Rows that one statement removes with all that hangs on them: some tenths of a second, where a statement may take a
 * few seconds.
 */
const AT_ONCE = 2000;

export async function removeInChunks(trx: Knex.Transaction, owner: Owner): Promise<void> {
  for (const table of MANY) {
    const all = () => ownedBy<{ id: number }>(trx, table, owner);
    const removing = (): Knex.QueryBuilder =>
      table === 'posts' ? removingOf(trx, owner, 'removeWithAccount') : all().delete();
    while (Number(await removing().whereIn('id', all().select('id').limit(AT_ONCE))) === AT_ONCE);
  }
}
