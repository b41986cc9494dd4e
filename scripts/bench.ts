/** `npm run bench`: figures beside their floor, taken in one run on this machine. Judges nothing. */
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { benchAutomation } from './bench/automation.ts';
import { benchCrowded } from './bench/crowded.ts';
import { benchFirstLoad } from './bench/first-load.ts';
import { benchHistory } from './bench/history.ts';
import { benchCompositions } from './bench/compositions.ts';
import { benchManyPages } from './bench/many-pages.ts';
import { benchPlan } from './bench/plan.ts';
import { benchThroughput, benchWakeUp } from './bench/publishing.ts';
import { benchLoadBurst } from './bench/load-burst.ts';
import { benchSmoothness } from './bench/smoothness.ts';
import { benchRequestCpu } from './bench/request-cpu.ts';
import { benchReleasing } from './bench/releasing.ts';
import { benchSheets } from './bench/sheets.ts';
import { benchUploads } from './bench/uploads.ts';
import { ensureBuilt } from './build.ts';
import { startPostgres } from './postgres/postgres.ts';
import { startProduct } from './product.ts';

await ensureBuilt();
const dataDir = mkdtempSync(path.join(tmpdir(), 'pagecast-bench-'));
chmodSync(dataDir, 0o755);
const server = await startPostgres(dataDir);
const product = await startProduct(server.url);
const db = new pg.Client({ connectionString: product.databaseUrl });
await db.connect();
try {
  await benchFirstLoad(product);
  await benchReleasing(product, db);
  await benchSmoothness(product, db);
  await benchWakeUp(product, db);
  await benchCrowded(product, db);
  await benchThroughput(product, db);
  await benchRequestCpu(product, db);
  await benchPlan(product, db);
  await benchCompositions(product, db);
  await benchSheets(product, db);
  await benchManyPages(product, db);
  await benchUploads(product);
  await benchLoadBurst(product, db);
  await benchHistory(product, db);
  await benchAutomation(server.url);
} finally {
  await db.end();
  await product.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);
