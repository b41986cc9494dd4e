/**
 * `npm run bench`: figures beside their floor, taken in one run on this machine. Judges nothing.
 * `npm run bench -- many-pages sheets` takes those parts alone. `-- load --seconds 600` loads for so long.
 * `-- very-large --rows 10000000` and `-- data-exports` have to be asked for.
 */
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { benchAutomation } from './bench/automation.ts';
import { benchClaims } from './bench/claims.ts';
import { benchCrowded } from './bench/crowded.ts';
import { benchDataExports } from './bench/data-exports.ts';
import { benchFirstLoad } from './bench/first-load.ts';
import { benchHistory } from './bench/history.ts';
import { benchCompositions } from './bench/compositions.ts';
import { benchMails } from './bench/mails.ts';
import { benchMcp } from './bench/mcp.ts';
import { benchManyPages } from './bench/many-pages.ts';
import { benchPlan } from './bench/plan.ts';
import { benchLoad } from './bench/load.ts';
import { benchThroughput, benchWakeUp } from './bench/publishing.ts';
import { benchLoadBurst } from './bench/load-burst.ts';
import { benchSmoothness } from './bench/smoothness.ts';
import { benchRequestCpu } from './bench/request-cpu.ts';
import { benchReleasing } from './bench/releasing.ts';
import { benchSheets } from './bench/sheets.ts';
import { benchUploads } from './bench/uploads.ts';
import { benchVeryLarge } from './bench/very-large.ts';
import { benchWebhooks } from './bench/webhooks.ts';
import { benchWriting } from './bench/writing.ts';
import { ensureBuilt } from './build.ts';
import { startPostgres } from './postgres/postgres.ts';
import { startProduct, type Product } from './product.ts';

const { values, positionals: asked } = parseArgs({
  allowPositionals: true,
  options: { seconds: { type: 'string', default: '60' }, rows: { type: 'string', default: '10000000' } },
});

/** In this order: later parts find published posts that earlier ones have left. */
const PARTS: Readonly<Record<string, (product: Product, db: pg.Client) => Promise<void>>> = {
  'first-load': benchFirstLoad,
  releasing: benchReleasing,
  smoothness: benchSmoothness,
  'wake-up': benchWakeUp,
  crowded: benchCrowded,
  throughput: benchThroughput,
  'request-cpu': benchRequestCpu,
  load: (of, db) => benchLoad(of, db, Number(values.seconds)),
  plan: benchPlan,
  compositions: benchCompositions,
  claims: benchClaims,
  writing: benchWriting,
  sheets: benchSheets,
  'many-pages': benchManyPages,
  mails: benchMails,
  mcp: benchMcp,
  uploads: benchUploads,
  webhooks: benchWebhooks,
  'load-burst': benchLoadBurst,
  history: benchHistory,
  automation: () => benchAutomation(server.url),
  'data-exports': benchDataExports,
  'very-large': (of, db) => benchVeryLarge(of, db, Number(values.rows)),
};
/** They take gigabytes and minutes. */
const ONLY_IF_ASKED = ['data-exports', 'very-large'];

const unknown = asked.find((name) => PARTS[name] === undefined);
if (unknown !== undefined) {
  console.error(`There is no part ${unknown}. Choose from ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}

await ensureBuilt();
const dataDir = mkdtempSync(path.join(tmpdir(), 'pagecast-bench-'));
chmodSync(dataDir, 0o755);
const server = await startPostgres(dataDir);
// As it is shipped.
const product = await startProduct(server.url, { env: { LOOP: 'on', TRUST_PROXY: '1' } });
const db = new pg.Client({ connectionString: product.databaseUrl });
await db.connect();
try {
  for (const [name, bench] of Object.entries(PARTS))
    if (asked.length === 0 ? !ONLY_IF_ASKED.includes(name) : asked.includes(name)) await bench(product, db);
} finally {
  await db.end();
  await product.close();
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
process.exit(0);
