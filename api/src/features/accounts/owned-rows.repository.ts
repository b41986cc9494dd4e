import type { Knex } from 'knex';
import { ownedBy, type Owner } from '../../db/owner.ts';
import { removingCallsOf } from '../ai-calls/ai-calls.sql.ts';
import { removingSlotsOf } from '../automation/slots.sql.ts';
import { removingFilesOf } from '../media/media-files.sql.ts';
import { removingOf } from '../posts/post-writes.sql.ts';

/** What there may be tens of thousands of, each kind before what it refers to. The rest goes with the account. */
const MANY = [
  { table: 'media_files', removing: removingFilesOf },
  { table: 'posts', removing: (db: Knex, owner: Owner) => removingOf(db, owner, 'removeWithAccount') },
  { table: 'automation_slots', removing: removingSlotsOf },
  { table: 'ai_calls', removing: removingCallsOf },
] as const;
/**
 * Rows that one statement removes with all that hangs on them: some tenths of a second, where a statement may take a
 * few seconds.
 */
const AT_ONCE = 2000;

export async function removeInChunks(trx: Knex.Transaction, owner: Owner): Promise<void> {
  for (const { table, removing } of MANY) {
    const next = () => ownedBy<{ id: number }>(trx, table, owner).select('id').limit(AT_ONCE);
    while (Number(await removing(trx, owner).whereIn('id', next())) === AT_ONCE);
  }
}
