/**
 * `npm run test:alerts`: the rules of `api/deploy/alerts.yaml` in a real Prometheus that watches the real product. Exit
 * code 1 when an alert fires while all is well, or stays quiet in its fault.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { pngFile } from '../api/src/testing/media-files.ts';
import { buildRemote, buildShell } from '../api/src/testing/web-root.ts';
import { faults, type Fault } from './alerts/faults.ts';
import { somebodyAtWork, type Person } from './alerts/person.ts';
import { alertNames, checkRules, findProgram, startPrometheus, type Prometheus } from './alerts/prometheus.ts';
import { fail, onStop } from './lifecycle.ts';
import { startThrowawayPostgres } from './postgres/postgres.ts';
import { startProduct } from './product.ts';

/** An hour, by the measure of `for`. */
const QUIET_MS = 60_000;
const FIRES_WITHIN_MS = 120_000;

const [prometheusFile, promtool] = [findProgram('prometheus'), findProgram('promtool')];
if (prometheusFile === null || promtool === null)
  fail('There is no Prometheus here. Install one (on Debian: apt-get install prometheus) and try again.');
checkRules(promtool);

const server = await startThrowawayPostgres();
// One area is enough, and need not be built.
const webRoot = fs.mkdtempSync(path.join(os.tmpdir(), 'pagecast-alerts-'));
buildShell(webRoot);
buildRemote(webRoot, 'mf-history');
const product = await startProduct(server.url, { webRoot, env: { LOOP: 'on' } });
const otherHost = await product.alsoServe(webRoot);
const prometheus = await startPrometheus(prometheusFile, [product.url, otherHost]);
const db = new pg.Client({ connectionString: product.databaseUrl });
// It goes with its server.
db.on('error', () => {});
await db.connect();
const isServerUp = { now: true };
const stopDatabase = async () => {
  isServerUp.now = false;
  await server.stop();
};
const close = async () => {
  await prometheus.stop();
  await db.end().catch(() => {});
  await product.end();
  for (const folder of [product.dataDir, webRoot]) fs.rmSync(folder, { recursive: true, force: true });
  if (isServerUp.now) await server.stop();
};
onStop(close);

let broken = 0;
function say(isRight: boolean, name: string, found: string): void {
  if (!isRight) broken += 1;
  console.log(`${isRight ? 'holds' : 'FAILS'}  ${name.padEnd(60)} ${found}`);
}

try {
  const person = await somebodyAtWork(product);
  await quietTime(prometheus, person);
  const staged = faults({ product, person, db, otherHost, stopDatabase });
  for (const fault of staged) await stage(prometheus, fault);
  const unstaged = alertNames().filter((name) => !staged.some(({ alerts }) => alerts.includes(name)));
  say(unstaged.length === 0, 'every alert has a fault', unstaged.join(', '));
} finally {
  await close();
}
console.log(broken === 0 ? 'Each alert fires in its fault, and none without.' : `${broken} do not hold.`);
process.exit(broken === 0 ? 0 : 1);

/** People work and posts go out, and nothing fires. */
async function quietTime(watch: Prometheus, person: Person): Promise<void> {
  const fired = new Set<string>();
  const [area] = await person.areas();
  await person.generate();
  for (const until = Date.now() + QUIET_MS; Date.now() < until; await sleep(1000)) {
    await Promise.all([
      person.upload(pngFile()),
      person.askWho(),
      ...(area === undefined ? [] : [person.tellOfLoad(area.name, area.version, null)]),
    ]);
    for (const name of await watch.firing()) fired.add(name);
  }
  say(fired.size === 0, 'a quiet time', [...fired].join(', '));
}

async function stage(watch: Prometheus, fault: Fault): Promise<void> {
  const fired = new Set<string>();
  const began = Date.now();
  const isOver = () => fault.alerts.every((name) => fired.has(name)) || Date.now() - began > FIRES_WITHIN_MS;
  const watching = (async () => {
    for (; !isOver(); await sleep(500)) for (const name of await watch.firing()) fired.add(name);
  })();
  await Promise.all([fault.stage(isOver), watching]);
  await fault.mend();
  const missing = fault.alerts.filter((name) => !fired.has(name));
  const seconds = ((Date.now() - began) / 1000).toFixed(0);
  say(
    missing.length === 0,
    fault.name,
    missing.length === 0 ? `${fault.alerts.join(', ')} after ${seconds} s` : `not ${missing.join(', ')}`,
  );
}
