import type { Knex } from 'knex';
import { receiveAll, type MediaStorage, type Received, type Reserve } from '../media/media-storage.ts';
import { mediaRepository } from '../media/media.repository.ts';
import { dataExportsRepository, type ExportClaim } from './data-exports.repository.ts';
import { tellOfExport } from './tell-of-export.ts';
import { exportPerson, type ExportSummary } from './write-export.ts';
import { RETENTION } from '../../retention.ts';

/** A third of a lease: two words may be lost. */
const RENEW_EVERY_MS = 20_000;
/** People look at it. */
const TELL_PERCENT_EVERY_MS = 2000;
/** Something that ends the process, or fails, three times in a row will go on to. */
export const MOST_TRIES = 3;
const TRY_AGAIN_SECONDS = 60;
/** Uploads go on where there is no room for exports any more. */
const RESERVE: Reserve = { bytes: 2 * 1024 ** 3, share: 0.2 };

interface Deps {
  readonly db: Knex;
  readonly storage: Pick<MediaStorage, 'open' | 'openKept' | 'bring' | 'keep' | 'letGo' | 'discard'>;
  removeUnneeded(hashes: readonly string[]): Promise<void>;
}

/** - `lost`: somebody else has it, or nobody wants it any more; nothing is kept then. */
export type MadeExport = 'ready' | 'lost' | 'later' | 'failed';

/** Takes a claimed export to its end, or leaves it for another try. A crash between any two lines begins it anew. */
export async function makeExport(deps: Deps, claim: ExportClaim): Promise<{ made: MadeExport; error?: unknown }> {
  const lost = new AbortController();
  try {
    return { made: await make(deps, claim, lost) };
  } catch (error) {
    if (lost.signal.aborted) return { made: 'lost' };
    return { made: await giveUpOrLater(deps.db, claim), error };
  }
}

async function make(
  { db, storage, removeUnneeded }: Deps,
  claim: ExportClaim,
  lost: AbortController,
): Promise<MadeExport> {
  const holding = hold(db, claim, lost);
  let received: Received | null = null;
  try {
    const { kept, summary } = await exportPerson({ db, files: storage }, claim.facebookId, {
      take: (zip) => receiveAll(storage, zip, { name: claim.lease, reserve: RESERVE }),
      onPercent: holding.notePercent,
      signal: lost.signal,
    });
    received = kept;
    const brought = await storage.bring(received, null);
    try {
      const replaced = await db.transaction(async (trx) => {
        await mediaRepository(trx).lockHash(brought.sha256);
        const before = await settle(trx, claim, { ...brought, summary });
        if (before !== null) await storage.keep(trx, brought);
        return before;
      });
      if (replaced === null) return 'lost';
      // No row leads to them any more: what fails here the sweep of files takes.
      await removeUnneeded(replaced).catch(() => {});
      return 'ready';
    } finally {
      await storage.letGo(brought);
    }
  } finally {
    holding.end();
    if (received !== null) await storage.discard(received);
  }
}

/** @returns hashes of the files that it replaces; null where it is no longer this one's */
async function settle(
  trx: Knex.Transaction,
  claim: ExportClaim,
  { sha256, bytes, summary }: { readonly sha256: string; readonly bytes: number; readonly summary: ExportSummary },
): Promise<string[] | null> {
  const counts = { files: summary.files, filesMissing: summary.missing.length };
  const exports = dataExportsRepository(trx);
  const ended = await exports.finish(claim, { sha256, bytes, ...counts }, RETENTION.exportFilesDays);
  if (ended === null) return null;
  await tellOfExport(trx, ended, { code: 'export_ready', action: null, params: counts });
  return exports.expireBefore(claim);
}

/** Keeps the lease, and tells how far it is. Without the lease nothing goes on. */
function hold(db: Knex, claim: ExportClaim, lost: AbortController) {
  let percent = 0;
  let told = 0;
  let renewedAt = performance.now();
  const renew = async () => {
    const now = performance.now();
    if (percent === told && now - renewedAt < RENEW_EVERY_MS) return;
    [told, renewedAt] = [percent, now];
    if (!(await dataExportsRepository(db).renew(claim, percent))) lost.abort(new Error('The export is no longer ours'));
  };
  // Where the database is away for a moment, the next word may get through.
  const timer = setInterval(() => void renew().catch(() => {}), TELL_PERCENT_EVERY_MS);
  return {
    notePercent: (now: number) => {
      percent = now;
    },
    end: () => clearInterval(timer),
  };
}

async function giveUpOrLater(db: Knex, claim: ExportClaim): Promise<MadeExport> {
  if (claim.tries < MOST_TRIES) {
    await dataExportsRepository(db).putBack(claim, { inSeconds: TRY_AGAIN_SECONDS * claim.tries, isCounted: true });
    return 'later';
  }
  return db.transaction(async (trx) => {
    const ended = await dataExportsRepository(trx).fail(claim);
    if (ended === null) return 'lost';
    await tellOfExport(trx, ended, { code: 'export_failed', action: null, params: {} });
    return 'failed';
  });
}
