import type { Knex } from 'knex';
import { DATA_EXPORTS_A_DAY } from '../../contract/data-exports.ts';
import type { Owner } from '../../db/owner.ts';
import { NotFoundError, TooManyRequestsError } from '../../http/errors.ts';
import type { RateLimitWithin } from '../../http/rate-limit.ts';
import type { KeptFile, MediaStorage, OpenFile } from '../media/media-storage.ts';
import { dataExportsRepository, type DataExport } from './data-exports.repository.ts';
import { recordDownload, recordExport, type Asker } from './export-records.ts';
import { RETENTION } from '../../retention.ts';

const SWEPT_AT_ONCE = 100;
const GONE = 'This export is no longer here. Ask for a new one in Settings.';

interface Deps {
  readonly db: Knex;
  readonly storage: Pick<MediaStorage, 'openKept'>;
  removeUnneeded(hashes: readonly string[]): Promise<void>;
  readonly limit: RateLimitWithin;
  /** Of the lines that say that one was downloaded. */
  readonly limitLines: RateLimitWithin;
}

/** Exports as their person deals with them. */
export function dataExportsService({ db, storage, removeUnneeded, limit, limitLines }: Deps) {
  const exports = dataExportsRepository(db);

  return {
    list: (facebookId: string): Promise<DataExport[]> => exports.list(facebookId),

    /**
     * Asks for one; while one is being made, it is that one.
     * @throws TooManyRequestsError when they have had enough of them today
     */
    async ask(asker: Asker): Promise<DataExport> {
      const { session } = asker;
      const open = await exports.open(session.facebookId);
      if (open !== null) return open;
      const asked = await db.transaction(async (trx) => {
        const made = await dataExportsRepository(trx).ask(session, session.facebookId);
        if (made === null) return null;
        // Only who was first counts, however often somebody pressed. The others hold a connection each while they wait.
        await limit(trx, session.facebookId).catch((error: unknown) => {
          throw error instanceof TooManyRequestsError ? enoughToday(error) : error;
        });
        await recordExport(trx, asker, 'accounts.export-requested');
        return made;
      });
      // Of two that ask at once, one was faster, and may be through by now.
      const theirs = asked ?? (await exports.open(session.facebookId)) ?? (await exports.list(session.facebookId))[0];
      if (theirs === undefined) throw new NotFoundError(GONE);
      return theirs;
    },

    /** @throws NotFoundError when it is not theirs */
    async remove(facebookId: string, id: number): Promise<void> {
      const removed = await exports.remove(facebookId, id);
      if (removed === null) throw new NotFoundError(GONE);
      if (removed.sha256 !== null) await removeUnneeded([removed.sha256]);
    },

    /** All of a person whose account is about to go, and their files. */
    async removeAllOf(owner: Owner): Promise<void> {
      await removeUnneeded(await exports.removeAllOf(owner));
    },

    /**
     * The zip, open for reading; the caller closes it.
     * @param isDownload whether its bytes are given out, all or some of them: the audit log says so
     * @throws NotFoundError when it is not theirs, not ready, has expired, or is not there any more
     */
    async open(asker: Asker, id: number, { isDownload }: { isDownload(file: KeptFile): boolean }) {
      const file = await exports.file(asker.session.facebookId, id);
      if (file === null) throw new NotFoundError(GONE);
      const open: OpenFile = await storage.openKept(file).catch(async (error: unknown) => {
        if (!(error instanceof NotFoundError)) throw error;
        // As after a restored backup, which holds no exports.
        await exports.expireOne(id);
        throw new NotFoundError(GONE, {}, { cause: error });
      });
      try {
        if (isDownload(file)) await recordDownload(db, asker, id, limitLines);
      } catch (error) {
        // Nobody else would: what is collected while it is open ends the process.
        await open.close();
        throw error;
      }
      return { file, open };
    },

    /** Takes away what has expired. What a crash leaves of it the sweep of files takes. */
    async sweep(): Promise<void> {
      for (let hashes = await exports.expire(SWEPT_AT_ONCE); hashes.length > 0;) {
        await removeUnneeded(hashes);
        hashes = await exports.expire(SWEPT_AT_ONCE);
      }
      await exports.forget(RETENTION.exportsDays);
    },
  };
}
export type DataExportsService = ReturnType<typeof dataExportsService>;

function enoughToday(error: TooManyRequestsError): TooManyRequestsError {
  const hours = Math.ceil(error.retryAfterSeconds / 3600);
  const wait = hours === 1 ? 'an hour' : `${hours} hours`;
  return new TooManyRequestsError(
    `You can export your data ${DATA_EXPORTS_A_DAY} times a day. Try again in ${wait}.`,
    error.retryAfterSeconds,
    {},
    { cause: error },
  );
}
