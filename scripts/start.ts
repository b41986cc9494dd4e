/**
 * `npm start`: PostgreSQL, the simulated outside world and the API with the built screens, together in the foreground.
 */
import { DEFAULT_GRAPH_VERSION, describeGraphVersion } from '../api/src/config/graph-versions.ts';
import { ensureBuilt } from './build.ts';
import { fail, onStop } from './lifecycle.ts';
import { claimPorts, loginHint, productSettings, runPart, untilReady, type Part } from './parts.ts';
import { dataDirectory } from './paths.ts';
import { startPostgres, type Postgres } from './postgres/postgres.ts';

const READY_WITHIN_MS = 60_000;

const settings = productSettings();
const parts: { api?: Part; sandbox?: Part; postgres?: Promise<Postgres | null> } = {};
let isStopping = false;

onStop(stopAll);
await claimPorts(settings);
const givenDatabase = process.env['DATABASE_URL'];
parts.postgres = givenDatabase ? Promise.resolve(null) : startPostgres(dataDirectory());
const [built, database] = await Promise.allSettled([ensureBuilt(), parts.postgres]);
for (const step of [built, database]) {
  if (step.status === 'fulfilled') continue;
  await parts.postgres.then(
    (server) => server?.stop(),
    () => {},
  );
  fail(step.reason instanceof Error ? step.reason.message : String(step.reason));
}
const databaseUrl = givenDatabase || (await parts.postgres)?.url;

if (settings.withSandbox) parts.sandbox = runPart({ name: 'sandbox', script: 'scripts/sandbox.ts', env: {}, giveUp });
parts.api = runPart({
  name: 'api',
  script: 'scripts/api.ts',
  env: {
    PORT: String(settings.port),
    DATABASE_URL: databaseUrl,
    // One process, and a person who waits for its end.
    DRAIN_SECONDS: process.env['DRAIN_SECONDS'] || '0',
    // Pictures are drawn by many threads, and glibc keeps a heap for each: with two, a third of the memory comes back.
    // Advice of sharp.
    MALLOC_ARENA_MAX: process.env['MALLOC_ARENA_MAX'] ?? '2',
    ...(settings.withSandbox ? { SANDBOX_URL: settings.sandboxUrl } : {}),
  },
  giveUp,
});

try {
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
  await untilReady(`http://${host}:${settings.port}/readyz`, READY_WITHIN_MS, () => isStopping);
  const note = describeGraphVersion(process.env['FB_GRAPH_VERSION'] || DEFAULT_GRAPH_VERSION, new Date());
  if (!isStopping && note !== null) console.log(note);
  if (!isStopping) console.log(`Ready: ${settings.publicUrl}\n${loginHint(settings)}`);
} catch (error) {
  giveUp((error as Error).message);
}

/** The API first, which settles what is on its way; then what it stands on. */
async function stopAll(): Promise<void> {
  isStopping = true;
  await parts.api?.stop();
  await parts.sandbox?.stop();
  // Also one that is still starting; if it cannot start, that has been said.
  await parts.postgres?.then(
    (server) => server?.stop(),
    () => {},
  );
}

function giveUp(line: string): void {
  if (isStopping) return;
  console.error(line);
  void stopAll().finally(() => process.exit(1));
}
