import fs from 'node:fs/promises';
import path from 'node:path';
import { fingerprintOf } from '../db/secrets.ts';
import { BackupError } from './backup-error.ts';

/**
 * @param set the variables SECRET_KEY and SECRET_KEY_PREVIOUS
 * @throws BackupError where a variable would win over the key that the backup needs
 */
export function assertSameKey(restored: string | null, [set, previous]: readonly (string | undefined)[]): void {
  if (restored === null || set === undefined) return;
  if ([set, previous].some((key) => key !== undefined && fingerprintOf(key) === fingerprintOf(restored))) return;
  throw new BackupError(
    'SECRET_KEY is set to another key than that of the backup, which nothing in it opens with. ' +
      'Unset it, and the key of the backup is used; or set that one as SECRET_KEY_PREVIOUS. Nothing was changed.',
  );
}

/** Puts the key where processes look for it. Another one that is there stays, under a name of its own. */
export async function bringBackKey(dataDir: string, key: string, now: Date): Promise<string> {
  const file = path.join(dataDir, 'secret.key');
  const there = (await fs.readFile(file, 'utf8').catch(() => '')).trim();
  if (there === key) return file;
  await fs.mkdir(dataDir, { recursive: true });
  if (there !== '') await fs.rename(file, `${file}.before-${now.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`);
  await fs.writeFile(`${file}.new`, key, { mode: 0o600, flush: true });
  await fs.rename(`${file}.new`, file);
  return file;
}
