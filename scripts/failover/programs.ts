import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';

const PLACES = ['/usr/bin', '/usr/sbin', '/usr/local/bin', '/usr/local/sbin'];
const VERSIONS = '/usr/lib/postgresql';

export interface Programs {
  readonly patroni: string;
  readonly etcd: string;
  readonly haproxy: string;
  /** The folder of PostgreSQL's own. */
  readonly postgres: string;
}

/** @returns what the run needs of Debian's packages, or the names of those that are not there */
export function findPrograms(): Programs | readonly string[] {
  const find = (name: string) => PLACES.map((place) => path.join(place, name)).find((file) => fs.existsSync(file));
  const [patroni, etcd, haproxy] = [find('patroni'), find('etcd'), find('haproxy')];
  const version = (fs.existsSync(VERSIONS) ? fs.readdirSync(VERSIONS) : []).map(Number).sort((a, b) => b - a)[0];
  if (patroni !== undefined && etcd !== undefined && haproxy !== undefined && version !== undefined)
    return { patroni, etcd, haproxy, postgres: path.join(VERSIONS, String(version), 'bin') };
  return [
    ...(patroni === undefined ? ['patroni'] : []),
    ...(etcd === undefined ? ['etcd-server'] : []),
    ...(haproxy === undefined ? ['haproxy'] : []),
    ...(version === undefined ? ['postgresql'] : []),
  ];
}

/** PostgreSQL does not run as root. */
export function identity(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const line = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new Error('There is no user `nobody`, and PostgreSQL needs one.');
  return { uid: Number(uid), gid: Number(gid) };
}

/** A program in a group of its own, whose output goes to a file. */
export function run(file: string, args: readonly string[], folder: string, name: string) {
  const log = fs.openSync(path.join(folder, `${name}.log`), 'a');
  const child: ChildProcess = spawn(file, args, {
    cwd: folder,
    detached: true,
    stdio: ['ignore', log, log],
    env: { PATH: process.env['PATH'], HOME: folder, LC_ALL: 'C' },
    ...identity(),
  });
  fs.closeSync(log);
  return {
    async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill(signal);
      const late = setTimeout(() => child.kill('SIGKILL'), 20_000);
      await ended;
      clearTimeout(late);
    },
  };
}
