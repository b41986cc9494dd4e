import { randomInt } from 'node:crypto';
import type { UserId } from '../../contract/ids.ts';
import type { Knex } from 'knex';
import type { Environment } from '../../contract/common.ts';
import type { Owner } from '../../db/owner.ts';

interface ReceiptRow {
  code: string;
  request_hash: Buffer | null;
  requested_at: Date;
  finished_at: Date | null;
}

const CODE_LENGTH = 24;
const LETTERS = '23456789abcdefghjkmnpqrstuvwxyz';

/** Deletions that were asked for. An open one knows the accounts, a finished one nobody. */
export function deletionReceiptsRepository(db: Knex) {
  const rows = () => db<ReceiptRow>('deletion_receipts');

  return {
    /**
     * The code of this request: the one it got before, or that of the deletion under way, or a new one. In a
     * transaction of its caller.
     */
    async open(requestHash: Buffer, accounts: readonly number[]): Promise<string> {
      const code = newCode();
      const made = await rows()
        .insert({ code, request_hash: requestHash })
        .onConflict('request_hash')
        .ignore()
        .returning('code');
      if (made.length === 0) return (await rows().where({ request_hash: requestHash }).first('code'))?.code ?? code;
      // One that ends at this very moment is not there any more.
      await db.raw(
        `insert into deletion_receipt_accounts (code, user_id)
          select ?, id from users where id = any(?) order by id for key share`,
        [code, [...accounts]],
      );
      await closeEmpty(db);
      return code;
    },

    /** In the transaction that deletes the account: its receipts are closed, or it gets one. Answers a code. */
    async close(userId: UserId): Promise<string> {
      const open = await db('deletion_receipt_accounts')
        .where({ user_id: userId })
        .delete()
        .returning<{ code: string }[]>('code');
      await closeEmpty(db);
      if (open[0] !== undefined) return open[0].code;
      const code = newCode();
      await rows().insert({ code, finished_at: db.fn.now() as unknown as Date });
      return code;
    },

    async find(code: string): Promise<{ requestedAt: Date; finishedAt: Date | null } | null> {
      const row = await rows().where({ code }).first();
      return row === undefined ? null : { requestedAt: row.requested_at, finishedAt: row.finished_at };
    },

    /** Accounts that somebody asked to delete, longest first. */
    async accounts(limit: number): Promise<Owner[]> {
      await closeEmpty(db);
      const open = await db('deletion_receipt_accounts')
        .join('deletion_receipts', 'deletion_receipts.code', 'deletion_receipt_accounts.code')
        .join('users', 'users.id', 'user_id')
        .groupBy('users.id', 'users.environment')
        .orderByRaw('min(deletion_receipts.requested_at)')
        .limit(limit)
        .select<{ id: UserId; environment: Environment }[]>('users.id', 'users.environment');
      return open.map(({ id, environment }) => ({ userId: id, environment }));
    },
  };
}
export type DeletionReceiptsRepository = ReturnType<typeof deletionReceiptsRepository>;

/** Closes the receipts without accounts that are still there. */
async function closeEmpty(db: Knex): Promise<void> {
  await db<ReceiptRow>('deletion_receipts')
    .whereNull('finished_at')
    .whereNotExists(
      db('deletion_receipt_accounts')
        .whereRaw('deletion_receipt_accounts.code = deletion_receipts.code')
        .select(db.raw('1')),
    )
    .update({ finished_at: db.fn.now() });
}

/** Nobody guesses one, and everybody can read it out. */
function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('');
}
