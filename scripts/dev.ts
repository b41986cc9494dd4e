/**
 * `npm run dev`: everything as in `npm start`, with hot reload that keeps state for the shell and all remotes, and a
 * new API process after a change of its code. `npm run dev -- mf-history`: that remote hot, the others as built.
 */
import fs from 'node:fs';
import path from 'node:path';
import { ensureBuilt } from './build.ts';
import { startDevServers } from './dev/servers.ts';
import { fail, onStop } from './lifecycle.ts';
import { claimPorts, loginHint, productSettings, runPart, untilReady, type Part } from './parts.ts';
import { remoteNames, remotesNamed } from './packages.ts';
import { dataDirectory, ROOT } from './paths.ts';
import { freePort } from './ports.ts';
import { startPostgres, type Postgres } from './postgres/postgres.ts';

const READY_WITHIN_MS = 60_000;
/** An editor writes several files at once. */
const SETTLED_AFTER_MS = 300;

const settings = productSettings();
const remotes = askedRemotes();

const parts: { api?: Part; sandbox?: Part; postgres?: Postgres; servers?: { stop(): Promise<void> } } = {};
let isStopping = false;
onStop(stopAll);
await claimPorts(settings);

try {
  const givenDatabase = process.env['DATABASE_URL'];
  if (!givenDatabase) parts.postgres = await startPostgres(dataDirectory());
  // Also of the hot ones: the registry takes paths and sidebar entries from the builds.
  await ensureBuilt();
  const apiPort = await freePort();
  const apiUrl = `http://127.0.0.1:${apiPort}`;
  if (settings.withSandbox) parts.sandbox = runPart({ name: 'sandbox', script: 'scripts/sandbox.ts', env: {}, giveUp });
  parts.api = runPart({
    name: 'api',
    script: 'scripts/api.ts',
    env: {
      PORT: String(apiPort),
      PUBLIC_URL: settings.publicUrl,
      DATABASE_URL: givenDatabase || parts.postgres?.url,
      DRAIN_SECONDS: '0',
      REMOTE_OVERRIDES: 'everyone',
      ...(settings.withSandbox ? { SANDBOX_URL: settings.sandboxUrl } : {}),
    },
    giveUp,
  });
  await untilReady(`${apiUrl}/readyz`, READY_WITHIN_MS, () => isStopping);
  if (isStopping) throw new Error('Stopped while starting.');
  const { hot, stop } = await startDevServers({ port: settings.port, apiUrl, publicUrl: settings.publicUrl, remotes });
  parts.servers = { stop };
  watchApi(parts.api);
  console.log(`Ready: ${settings.publicUrl}\n${loginHint(settings)}`);
  for (const { folder, port } of hot) console.log(`Hot: ${folder}, alone at http://localhost:${port}`);
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error));
}

function askedRemotes(): string[] {
  try {
    const asked = remotesNamed(process.argv.slice(2));
    return asked.length > 0 ? asked : remoteNames();
  } catch (error) {
    return fail((error as Error).message);
  }
}

function watchApi(api: Part): void {
  let timer: NodeJS.Timeout | undefined;
  fs.watch(path.join(ROOT, 'api/src'), { recursive: true }, (_event, file) => {
    if (file === null || !file.endsWith('.ts') || file.endsWith('.test.ts')) return;
    clearTimeout(timer);
    timer = setTimeout(() => {
      console.log(`${file} changed: starting the API again.`);
      void api.restart();
    }, SETTLED_AFTER_MS);
  });
}

async function stopAll(): Promise<void> {
  isStopping = true;
  await parts.servers?.stop();
  await parts.api?.stop();
  await parts.sandbox?.stop();
  await parts.postgres?.stop();
}

function giveUp(line: string): void {
  if (isStopping) return;
  console.error(line);
  void stopAll().finally(() => process.exit(1));
}
