/**
 * `npm run faults`: whether a bad version of an area is found out, and a good one left alone. It tries so many harmless
 * versions as `--releases` says, on simulated traffic of three days each, and says how many people meet a fault before
 * it is found. Exit code 1 when more than one in a thousand is taken back. `--live` shares versions with real faults in
 * a product with browsers, or lets the robot try what no browser notices; `--only` those whose name has that in it.
 * Exit code 1 when one of them is missed.
 */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { launchBrowser } from './browser.ts';
import { ensureBuilt } from './build.ts';
import { tryFaults } from './faults/live.ts';
import { printHarmless, printPower } from './faults/simulated-report.ts';
import { startPostgres } from './postgres/postgres.ts';
import { startProduct } from './product.ts';

const { values } = parseArgs({
  options: {
    releases: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '0' },
    live: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

process.exit(values.live ? await live() : simulated());

function simulated(): number {
  const [releases, seed] = [Number(values.releases), Number(values.seed)];
  const takenBack = printHarmless(releases, seed);
  printPower(seed);
  return takenBack > Math.max(1, releases / 1000) ? 1 : 0;
}

async function live(): Promise<number> {
  await ensureBuilt();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'pagecast-faults-'));
  chmodSync(dataDir, 0o755);
  const server = await startPostgres(dataDir);
  const secretKey = randomBytes(32).toString('base64');
  const product = await startProduct(server.url, { env: { SECRET_KEY: secretKey } });
  const browser = await launchBrowser();
  try {
    const missed = await tryFaults({ product, secretKey, browser, only: values.only });
    if (missed.length > 0) console.error(`Missed: ${missed.join(', ')}.`);
    return missed.length === 0 ? 0 : 1;
  } finally {
    await browser.close();
    await product.close();
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
