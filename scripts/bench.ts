/**
 * `npm run bench`: figures beside their floor, taken in one run on this machine. Judges nothing.
 * `npm run bench -- many-pages sheets` takes those parts alone.
 */
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { benchAutomation } from './bench/automation.ts';
import { benchCrowded } from './bench/crowded.ts';
import { benchFirstLoad } from './bench/first-load.ts';
import { benchHistory } from './bench/history.ts';
import { benchCompositions } from './bench/compositions.ts';
import { benchMails } from './bench/mails.ts';
import { benchMcp } from './bench/mcp.ts';
import { benchManyPages } from './bench/many-pages.ts';
import { benchPlan } from './bench/plan.ts';
import { benchThroughput, benchWakeUp } from './bench/publishing.ts';
import { benchLoadBurst } from './bench/load-burst.ts';
import { benchSmoothness } from './bench/smoothness.ts';
import { benchRequestCpu } from './bench/request-cpu.ts';
import { benchReleasing } from './bench/releasing.ts';
import { benchSheets } from './bench/sheets.ts';
import { benchUploads } from './bench/uploads.ts';
import { benchWebhooks } from './bench/webhooks.ts';
import { ensureBuilt } from './build.ts';
import { startPostgres } from './postgres/postgres.ts';
import { startProduct, type Product } from './product.ts';

/** In this order: later parts find what earlier ones have left. */
const PARTS: Readonly<Record<string, (product: Product, db: pg.Client) => Promise<void>>> = {
  'first-load': benchFirstLoad,
  releasing: benchReleasing,
  smoothness: benchSmoothness,
  'wake-up': benchWakeUp,
  crowded: benchCrowded,
  throughput: benchThroughput,
  'request-cpu': benchRequestCpu,
  plan: benchPlan,
  compositions: benchCompositions,
  sheets: benchSheets,
  'many-pages': benchManyPages,
  mails: benchMails,
  mcp: benchMcp,
  uploads: benchUploads,
  webhooks: benchWebhooks,
  'load-burst': benchLoadBurst,
  history: benchHistory,
  automation: () => benchAutomation(server.url),
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => PARTS[name] === undefined);
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}. Choose from ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}

await ensureBuilt();
const dataDir = mkdtempSync(path.join(tmpdir(), 'pagecast-bench-'));
chmodSync(dataDir, 0o755);
const server = await startPostgres(dataDir);
const product = await startProduct(server.url);
const db = new pg.Client({ connectionString: product.databaseUrl });
await db.connect();
try {
  for (const [name, bench] of Object.entries(PARTS))
    if (asked.length === 0 || asked.includes(name)) await bench(product, db);
} finally {
  await db.end();
  await product.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);
