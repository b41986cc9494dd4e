import type { Knex } from 'knex';
import {
  DATA_EXPORTS_A_DAY,
  DATA_EXPORT_KEPT_DAYS,
  type DataExport as WireExport,
} from '../../contract/data-exports.ts';
import type { Environment } from '../../contract/common.ts';
import type { UserId } from '../../contract/ids.ts';
import { ownedColumns, type Owner } from '../../db/owner.ts';
import type { KeptFile } from '../media/media-storage.ts';
import * as statements from './data-exports.sql.ts';

/** An export of the data of a person, from their wish to its end. */
export interface DataExport {
  readonly id: number;
  readonly state: WireExport['state'];
  readonly percent: number;
  readonly askedAt: Date;
  readonly bytes: number | null;
  readonly files: number | null;
  readonly filesMissing: number | null;
  readonly expiresAt: Date | null;
}

/** An export that one process is making. Whoever lost it in the meantime changes nothing. */
export interface ExportClaim {
  readonly id: number;
  readonly facebookId: string;
  readonly lease: string;
  /** With this one. */
  readonly tries: number;
}

/** Whom to tell of an end. */
export interface Ended {
  readonly owner: Owner;
}

interface ExportRow {
  id: number;
  user_id: UserId;
  environment: Environment;
  facebook_id: string;
  state: WireExport['state'];
  percent: number;
  asked_at: Date;
  tries: number;
  lease_token: string | null;
  sha256: string | null;
  bytes: number | null;
  files: number | null;
  files_missing: number | null;
  expires_at: Date | null;
}

/** As many as can be asked for while one can be downloaded: it is among them, whatever became of the next ones. */
const LISTED = DATA_EXPORTS_A_DAY * (DATA_EXPORT_KEPT_DAYS + 1);

/** Exports that people asked for. They are of a person, and not of an account: they hold all of theirs. */
export function dataExportsRepository(db: Knex) {
  const table = () => db<ExportRow>('data_exports');
  return {
    ...exportsInWork(db),
    ...exportsAtTheirEnd(db),
    ...exportsThatAreOver(db),

    /** The newest first. */
    async list(facebookId: string): Promise<DataExport[]> {
      const rows = await table().where({ facebook_id: facebookId }).orderBy('id', 'desc').limit(LISTED);
      return rows.map(toExport);
    },

    /** The one that waits or is being made. */
    async open(facebookId: string): Promise<DataExport | null> {
      const row = await table().where({ facebook_id: facebookId }).whereIn('state', ['waiting', 'making']).first();
      return row === undefined ? null : toExport(row);
    },

    /** @returns null where another one is open */
    async ask(owner: Owner, facebookId: string): Promise<DataExport | null> {
      const [row] = await table()
        .insert({ ...ownedColumns(owner), facebook_id: facebookId })
        .onConflict(db.raw("(facebook_id) where state in ('waiting', 'making')") as never)
        .ignore()
        .returning('*');
      return row === undefined ? null : toExport(row);
    },

    /** The file of one that is ready and has not expired; null for any other. */
    async file(facebookId: string, id: number): Promise<(KeptFile & { readonly madeAt: Date }) | null> {
      const row = await table()
        .where({ facebook_id: facebookId, id, state: 'ready' })
        .where('expires_at', '>', db.fn.now())
        .first('sha256', 'bytes', 'asked_at');
      if (row === undefined || row.sha256 === null || row.bytes === null) return null;
      return { sha256: row.sha256, bytes: row.bytes, mimeType: 'application/zip', madeAt: row.asked_at };
    },

    /** @returns the hash of its file, if it had one; null where there was no such export */
    async remove(facebookId: string, id: number): Promise<{ readonly sha256: string | null } | null> {
      const [row] = await table().where({ facebook_id: facebookId, id }).delete().returning('sha256');
      return row ?? null;
    },

    /** All of the person with this account, whichever account asked. @returns hashes of their files */
    async removeAllOf({ userId }: Owner): Promise<string[]> {
      const rows = await table()
        .whereIn('facebook_id', db('users').where({ id: userId }).select('facebook_id'))
        .delete()
        .returning('sha256');
      return hashesIn(rows);
    },
  };
}
export type DataExportsRepository = ReturnType<typeof dataExportsRepository>;

const free = { lease_token: null, lease_expires_at: null };

/** An export, as long as it is still that of this claim. */
const leasedIn =
  (db: Knex) =>
  ({ id, lease }: ExportClaim) =>
    db<ExportRow>('data_exports').where({ id, lease_token: lease, state: 'making' });

/** What processes that make exports do with them. */
function exportsInWork(db: Knex) {
  const leased = leasedIn(db);
  return {
    /**
     * Takes the oldest that is due, or that a process left behind; safe beside others.
     * @returns null where there is none, or this machine makes `atOnce` already
     */
    async claim(host: string, atOnce: number): Promise<ExportClaim | null> {
      const { rows } = await db.transaction(async (trx) => {
        await trx.raw(statements.lockHost, { host });
        return trx.raw<{ rows: ExportRow[] }>(statements.claim, { host, atOnce });
      });
      const [row] = rows;
      if (row === undefined || row.lease_token === null) return null;
      return { id: row.id, facebookId: row.facebook_id, lease: row.lease_token, tries: row.tries };
    },

    /** @returns false where it is somebody else's by now, or nobody's */
    async renew(claim: ExportClaim, percent: number): Promise<boolean> {
      const held = await leased(claim).update({ percent, lease_expires_at: db.raw(statements.LEASE) } as object);
      return held === 1;
    },

    /** Leaves it to be made anew, by whoever comes then. */
    async putBack(claim: ExportClaim, { inSeconds, isCounted }: { inSeconds: number; isCounted: boolean }) {
      await leased(claim).update({
        ...free,
        state: 'waiting',
        percent: 0,
        due_at: db.raw('now() + make_interval(secs => ?)', [inSeconds]),
        tries: isCounted ? claim.tries : claim.tries - 1,
      } as object);
    },
  };
}

/** How their work ends, and whom to tell of it. */
function exportsAtTheirEnd(db: Knex) {
  const leased = leasedIn(db);
  return {
    /** @returns null where it is somebody else's by now, or nobody's: then nothing may be kept of it */
    async finish(
      claim: ExportClaim,
      made: Pick<KeptFile, 'sha256' | 'bytes'> & { readonly files: number; readonly filesMissing: number },
      keptDays: number,
    ): Promise<Ended | null> {
      const [row] = await leased(claim)
        .update({
          ...free,
          state: 'ready',
          percent: 100,
          sha256: made.sha256,
          bytes: made.bytes,
          files: made.files,
          files_missing: made.filesMissing,
          ended_at: db.fn.now(),
          expires_at: db.raw('now() + make_interval(days => ?)', [keptDays]),
        } as object)
        .returning(['user_id', 'environment']);
      return row === undefined ? null : toEnded(row);
    },

    async fail(claim: ExportClaim): Promise<Ended | null> {
      const [row] = await leased(claim)
        .update({ ...free, state: 'failed', ended_at: db.fn.now() } as object)
        .returning(['user_id', 'environment']);
      return row === undefined ? null : toEnded(row);
    },

    /** Those that ended the process that made them, `mostTries` times. */
    async failDead(mostTries: number): Promise<Ended[]> {
      const rows = await db<ExportRow>('data_exports')
        .where({ state: 'making' })
        .where('lease_expires_at', '<', db.fn.now())
        .where('tries', '>=', mostTries)
        .update({ ...free, state: 'failed', ended_at: db.fn.now() } as object)
        .returning(['user_id', 'environment']);
      return rows.map(toEnded);
    },
  };
}

function exportsThatAreOver(db: Knex) {
  const table = () => db<ExportRow>('data_exports');
  const expire = { state: 'expired', sha256: null, bytes: null, files: null, files_missing: null } as const;
  return {
    /** Some of those whose time is over. @returns hashes of their files */
    async expire(limit: number): Promise<string[]> {
      const { rows } = await db.raw<{ rows: Pick<ExportRow, 'sha256'>[] }>(statements.expire, { limit });
      return hashesIn(rows);
    },

    /** Those of the same person that were ready before this one is. @returns hashes of their files */
    async expireBefore({ id, facebookId }: Pick<ExportClaim, 'id' | 'facebookId'>): Promise<string[]> {
      const { rows } = await db.raw<{ rows: Pick<ExportRow, 'sha256'>[] }>(statements.expireBefore, { id, facebookId });
      return hashesIn(rows);
    },

    /** One of which the file is gone. */
    async expireOne(id: number): Promise<void> {
      await table()
        .where({ id, state: 'ready' })
        .update({ ...expire, expires_at: db.fn.now() } as object);
    },

    /** What became of them nobody asks any more. Their files are gone. */
    async forget(days: number): Promise<void> {
      await table()
        .whereIn('state', ['failed', 'expired'])
        .where('asked_at', '<', db.raw('now() - make_interval(days => ?)', [days]))
        .delete();
    },
  };
}

function hashesIn(rows: readonly { readonly sha256: string | null }[]): string[] {
  return rows.flatMap(({ sha256 }) => sha256 ?? []);
}

function toEnded({ user_id: userId, environment }: Pick<ExportRow, 'user_id' | 'environment'>): Ended {
  return { owner: { userId, environment } };
}

function toExport(row: ExportRow): DataExport {
  return {
    id: row.id,
    state: row.state,
    percent: row.percent,
    askedAt: row.asked_at,
    bytes: row.bytes,
    files: row.files,
    filesMissing: row.files_missing,
    expiresAt: row.expires_at,
  };
}
