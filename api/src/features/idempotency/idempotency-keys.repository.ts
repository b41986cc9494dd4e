import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import { ownedBy, ownedColumns, type Owner } from '../../db/owner.ts';
import { ReusedKeyError } from '../../http/errors.ts';
import type { IdempotencyKey } from '../../http/idempotency-key.ts';

/** Nobody repeats a call after this. */
const KEEP_HOURS = 48;

/** What a key may have led to, by the column that keeps its id. */
interface Made {
  readonly post_id: PostId;
  readonly composition_id: number;
  readonly recurrence_id: number;
  readonly sheet_id: number;
  readonly bulk_change_id: number;
  readonly ai_call_id: number;
}
type MadeColumn = keyof Made;

interface KeyRow {
  call: string;
  request_hash: Buffer;
  post_id: PostId | null;
  composition_id: number | null;
  recurrence_id: number | null;
  sheet_id: number | null;
  bulk_change_id: number | null;
  ai_call_id: number | null;
}

/** What a key has led to, looked up and written down. */
function madeByKeys(db: Knex) {
  function madeFor<Column extends MadeColumn>(
    row: KeyRow,
    idempotencyKey: IdempotencyKey,
    column: Column,
  ): Made[Column] | null {
    if (row.call !== idempotencyKey.call || !row.request_hash.equals(idempotencyKey.requestHash)) {
      throw new ReusedKeyError('This Idempotency-Key belongs to another request. Use a new key for a new request.');
    }
    return row[column] as Made[Column] | null;
  }

  async function findMade<Column extends MadeColumn>(
    owner: Owner,
    idempotencyKey: IdempotencyKey | null,
    column: Column,
  ): Promise<Made[Column] | null> {
    if (idempotencyKey === null) return null;
    const row = await ownedBy<KeyRow>(db, 'idempotency_keys', owner)
      .where('key', idempotencyKey.key)
      .first('call', 'request_hash', column);
    return row === undefined ? null : madeFor(row as KeyRow, idempotencyKey, column);
  }

  async function makeOnce<Column extends MadeColumn>(
    owner: Owner,
    idempotencyKey: IdempotencyKey | null,
    column: Column,
    work: (db: Knex) => Promise<Made[Column]>,
  ): Promise<Made[Column]> {
    if (idempotencyKey === null) return work(db);
    return db.transaction(async (trx) => {
      // Touching the row of an earlier call waits for its end and locks it.
      const [row] = (await trx('idempotency_keys')
        .insert({
          ...ownedColumns(owner),
          key: idempotencyKey.key,
          call: idempotencyKey.call,
          request_hash: idempotencyKey.requestHash,
        })
        .onConflict(['user_id', 'environment', 'key'])
        .merge(['key'])
        .returning(['call', 'request_hash', column])) as [KeyRow];
      const known = madeFor(row, idempotencyKey, column);
      if (known !== null) return known;
      const made = await work(trx);
      await ownedBy(trx, 'idempotency_keys', owner)
        .where('key', idempotencyKey.key)
        .update({ [column]: made } as object);
      return made;
    });
  }

  return { findMade, makeOnce };
}

/** What was done for which key. Callers without one are served like before: each call stands for itself. */
export function idempotencyKeysRepository(db: Knex) {
  const { findMade, makeOnce } = madeByKeys(db);
  return {
    /**
     * The post that this key has led to already, or null.
     * @throws ReusedKeyError when the key stands for another request
     */
    find: (owner: Owner, idempotencyKey: IdempotencyKey | null) => findMade(owner, idempotencyKey, 'post_id'),

    /**
     * Does `work` unless it has been done for this key, together with the note that it was. Of two that come at once
     * the second waits for the first; where the first gives up, the second does it.
     * @param work short, and without a call over the network; answers the post it was about
     * @returns that post, or the one of the first time
     */
    once: (owner: Owner, idempotencyKey: IdempotencyKey | null, work: (db: Knex) => Promise<PostId>) =>
      makeOnce(owner, idempotencyKey, 'post_id', work),

    /** The same two for compositions. */
    findComposition: (owner: Owner, idempotencyKey: IdempotencyKey | null) =>
      findMade(owner, idempotencyKey, 'composition_id'),
    composeOnce: (owner: Owner, idempotencyKey: IdempotencyKey | null, work: (db: Knex) => Promise<number>) =>
      makeOnce(owner, idempotencyKey, 'composition_id', work),

    /** And for what comes again by a rule. */
    findRecurrence: (owner: Owner, idempotencyKey: IdempotencyKey | null) =>
      findMade(owner, idempotencyKey, 'recurrence_id'),
    repeatOnce: (owner: Owner, idempotencyKey: IdempotencyKey | null, work: (db: Knex) => Promise<number>) =>
      makeOnce(owner, idempotencyKey, 'recurrence_id', work),
    /** The last for sheets: these know themselves what was made of them. */
    importOnce: (owner: Owner, idempotencyKey: IdempotencyKey | null, work: (db: Knex) => Promise<number>) =>
      makeOnce(owner, idempotencyKey, 'sheet_id', work),
    /** The same two for changes of many posts. */
    findBulkChange: (owner: Owner, idempotencyKey: IdempotencyKey | null) =>
      findMade(owner, idempotencyKey, 'bulk_change_id'),
    bulkChangeOnce: (owner: Owner, idempotencyKey: IdempotencyKey | null, work: (db: Knex) => Promise<number>) =>
      makeOnce(owner, idempotencyKey, 'bulk_change_id', work),
    /** And for calls to the AI, which are paid. */
    findAiCall: (owner: Owner, idempotencyKey: IdempotencyKey | null) => findMade(owner, idempotencyKey, 'ai_call_id'),
    callAiOnce: (owner: Owner, idempotencyKey: IdempotencyKey | null, work: (db: Knex) => Promise<number>) =>
      makeOnce(owner, idempotencyKey, 'ai_call_id', work),

    async forgetOld(): Promise<void> {
      await db('idempotency_keys')
        .where('created_at', '<', db.raw(`now() - interval '${KEEP_HOURS} hours'`))
        .delete();
    },
  };
}
export type IdempotencyKeysRepository = ReturnType<typeof idempotencyKeysRepository>;
