import path from 'node:path';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { BackupError } from '../api/src/backup/backup-error.ts';
import { openPlace } from '../api/src/backup/open-place.ts';
import type { BackupPlace } from '../api/src/backup/place.ts';
import { readConfig } from '../api/src/config/config.ts';
import { takeSecretFiles } from '../api/src/config/secret-files.ts';
import { fail } from './lifecycle.ts';
import { dataDirectory } from './paths.ts';

/** The words after a command, or its end with how it is used. */
export function readArguments<Options extends ParseArgsOptionsConfig>(usage: string, options: Options) {
  try {
    takeSecretFiles(process.env);
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    return fail(`${(error as Error).message}\n${usage}`);
  }
}

/** Where backups are: as was said, or BACKUP_TO, or beside the data. */
export function backupPlace(said: string | undefined): BackupPlace {
  const to = said ?? (process.env['BACKUP_TO'] || path.join(dataDirectory(), 'backups'));
  return openPlace(to, process.env['INIT_CWD'] ?? '.', process.env);
}

/** The product's settings. Where its files lie on disk, S3_ENDPOINT is that of the backups. */
export function productConfig(databaseUrl: string, env: NodeJS.ProcessEnv) {
  const { S3_ENDPOINT, ...others } = env;
  const own = env['S3_BUCKET'] ? { ...others, S3_ENDPOINT } : others;
  return readConfig({ ...own, DATABASE_URL: databaseUrl, DATA_DIR: dataDirectory() });
}

/** Ends the process: what people can do something about is said in a sentence. */
export function failed(error: unknown): never {
  if (error instanceof BackupError) return fail(error.message);
  const { message, cause } = error as Error;
  const why = (cause as Error | undefined)?.message;
  return fail(why === undefined ? message : `${message} (${why})`);
}

export function ago(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 1) return 'less than a minute';
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1440)} days`;
}

export function size(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1000)} kB`;
  return bytes < 1_000_000_000 ? `${Math.round(bytes / 1_000_000)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}
