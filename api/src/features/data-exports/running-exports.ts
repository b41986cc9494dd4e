import os from 'node:os';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import { askProcess, type ProcessEnd } from '../../processes/ask-process.ts';
import type { Intake } from '../media/media-storage.ts';
import type { StoreSettings } from '../media/media-store.ts';
import { dataExportsRepository, type ExportClaim } from './data-exports.repository.ts';
import { EXPORT_ORDER, type ExportOrder, type ExportWord } from './export-order.ts';
import { MOST_TRIES } from './make-export.ts';
import { tellOfExport } from './tell-of-export.ts';

/** Of one machine, however many processes it has: the disk and the line are everybody's. */
const AT_ONCE = 1;
/** A thousand gigabytes take 4 hours at the pace that was measured for four, on a busy machine. */
const WITHIN_MS = 6 * 3_600_000;

interface Deps {
  readonly config: Config;
  readonly db: Knex;
  readonly log: Logger;
  readonly storage: Pick<Intake, 'dropParts'>;
  /** Whose exports count together. */
  readonly host?: string;
}

/**
 * Has exports made, each by a process of its own with bounded memory, after everybody else's turn: posts go out beside
 * it as ever, and whatever it does to itself ends there. What dies with it is made anew once its lease is over.
 */
export function runningExports({ config, db, log, storage, host = os.hostname() }: Deps) {
  const exports = dataExportsRepository(db);
  const running = new Map<ExportClaim, { readonly stopped: AbortController; readonly end: Promise<void> }>();

  async function run(claim: ExportClaim, signal: AbortSignal): Promise<void> {
    const { id, tries } = claim;
    const order: ExportOrder = { databaseUrl: config.DATABASE_URL, store: storeIn(config), claim };
    const module = new URL('./make-export.process.ts', import.meta.url);
    try {
      const env = { ...process.env, [EXPORT_ORDER]: JSON.stringify(order) };
      tell(id, tries, await askProcess<ExportWord>(module, [], { withinMs: WITHIN_MS, env, signal }));
    } catch (error) {
      if (!signal.aborted) throw error;
      await exports.putBack(claim, { inSeconds: 0, isCounted: false });
    } finally {
      // Of a process that died there may be gigabytes.
      await storage.dropParts(claim.lease);
    }
  }

  function tell(exportId: number, tries: number, { said, code, signal }: ProcessEnd<ExportWord>): void {
    const facts = { exportId, tries, made: said?.made ?? null, problem: said?.problem ?? null };
    if (said === null) log.error({ ...facts, code, signal }, 'data-export.process-died');
    else if (said.problem !== null) log.error(facts, 'data-export.went-wrong');
    else log.info(facts, 'data-export.ended');
  }

  const settled = async () => void (await Promise.all([...running.values()].map(({ end }) => end)));

  return {
    /** Gives up what ended its process again and again, and begins the next one, if this machine has room for it. */
    async next(): Promise<void> {
      await db.transaction(async (trx) => {
        for (const ended of await dataExportsRepository(trx).failDead(MOST_TRIES))
          await tellOfExport(trx, ended, { code: 'export_failed', action: null, params: {} });
      });
      const claim = await exports.claim(host, AT_ONCE);
      if (claim === null) return;
      const stopped = new AbortController();
      const end = run(claim, stopped.signal)
        .catch((error: unknown) => log.error({ err: error, exportId: claim.id }, 'data-export.not-begun'))
        .finally(() => running.delete(claim));
      running.set(claim, { stopped, end });
    },

    /** Resolves when those under way are through. */
    settled,

    /** Leaves those under way to other processes, which begin them anew. */
    async stop(): Promise<void> {
      for (const { stopped } of running.values()) stopped.abort();
      await settled();
    },
  };
}

/** Nothing else of the configuration is its business. */
function storeIn({
  DATA_DIR,
  S3_ENDPOINT,
  S3_BUCKET,
  S3_PREFIX,
  S3_REGION,
  S3_ACCESS_KEY_ID,
  S3_SECRET_ACCESS_KEY,
}: Config): StoreSettings {
  return { DATA_DIR, S3_ENDPOINT, S3_BUCKET, S3_PREFIX, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY };
}
