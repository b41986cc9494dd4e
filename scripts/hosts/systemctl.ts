/**
 * `systemctl restart pagecast` on a machine of a test, which has no systemd: stops and starts by the unit for
 * operators, and fails where the process did not stop within the time that the unit gives it. MACHINE says where
 * everything of the machine lies, MACHINE_STOPS_BY how it is asked to stop.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fail } from '../lifecycle.ts';
import { readUnit, type Places } from './unit.ts';

const POLL_MS = 50;

const places = JSON.parse(process.env['MACHINE'] ?? '') as Places;
const unit = readUnit(places);
const note = path.join(places.own, 'pid');
const [verb = '', name] = process.argv.slice(2);
if (name !== 'pagecast' || !['start', 'stop', 'restart'].includes(verb))
  fail(`No systemctl ${verb} ${name ?? ''} here`);

if (verb !== 'start') await stop();
if (verb !== 'stop') start();

function start(): void {
  fs.mkdirSync(path.join(places.own, 'credentials'), { recursive: true });
  for (const [credential, file] of unit.credentials)
    fs.copyFileSync(file, path.join(places.own, 'credentials', credential));
  const log = fs.openSync(path.join(places.own, 'log'), 'a');
  const [command = '', ...args] = unit.command;
  const service = spawn(command, args, {
    cwd: unit.folder,
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...unit.environment },
  });
  service.unref();
  fs.writeFileSync(note, String(service.pid));
}

async function stop(): Promise<void> {
  const pid = fs.existsSync(note) ? Number(fs.readFileSync(note, 'utf8')) : 0;
  if (pid === 0 || !lives(pid)) return;
  process.kill(pid, process.env['MACHINE_STOPS_BY'] ?? 'SIGTERM');
  const until = performance.now() + unit.stopWithinMs;
  while (lives(pid)) {
    if (performance.now() > until) {
      process.kill(pid, 'SIGKILL');
      fail(`It did not stop within the unit's ${unit.stopWithinMs / 1000} s, and was killed`);
    }
    await sleep(POLL_MS);
  }
}

/** One that has ended and that nobody has buried is not alive. */
function lives(pid: number): boolean {
  try {
    return !/^\d+ \(.*\) Z/s.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
