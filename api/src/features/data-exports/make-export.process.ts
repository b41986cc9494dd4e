/** Makes one export, as a process of its own: see `running-exports.ts`. */
import { openDatabase } from '../../db/database.ts';
import { say, stayModest } from '../../processes/stay-modest.ts';
import { openMediaStore } from '../media/media-store.ts';
import { removingMedia } from '../media/removing-media.ts';
import { makeExport } from './make-export.ts';
import { EXPORT_ORDER, type ExportOrder, type ExportWord } from './export-order.ts';

/** Half as much again as the largest that was measured: `docs/data.md`. */
const MEMORY_LIMIT_BYTES = 600_000_000;
/** Videos of 600 GB, at the 6 s that each of 4 GB took: `docs/data.md`. */
const COMPUTING_LIMIT_SECONDS = 3600;

await stayModest<ExportWord>(
  { memoryBytes: MEMORY_LIMIT_BYTES, computingSeconds: COMPUTING_LIMIT_SECONDS },
  { made: 'lost', problem: 'It took too much memory or computing' },
);
const { databaseUrl, store, claim } = JSON.parse(process.env[EXPORT_ORDER] ?? '') as ExportOrder;
const db = openDatabase(databaseUrl, 'exports');
const storage = openMediaStore(store).over(db);
say(
  await makeExport({ db, storage, removeUnneeded: removingMedia({ db, storage }).removeUnneeded }, claim).then(
    ({ made, error }): ExportWord => ({ made, problem: error === undefined ? null : String(error) }),
    // Whoever looks next finds it left behind.
    (error: unknown): ExportWord => ({ made: 'lost', problem: String(error) }),
  ),
);
