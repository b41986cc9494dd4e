import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { uploadMedia } from '../contract/index.ts';
import type { Client } from './client.ts';
import { CommandError, EXIT } from './exit-codes.ts';
import type { OwnFiles } from './own-files.ts';
import { line } from './terminal.ts';

/** More than any network takes. */
const LARGEST_BYTES = 1024 ** 3;
const UPLOAD_WITHIN_MS = 30 * 60_000;
/** As many are remembered: the same command again then sends them once. */
const REMEMBERED = 500;

export interface LocalFile {
  readonly path: string;
  readonly sha256: string;
}

/** Reads a file once through, in pieces. @throws CommandError for what is no file, or too large */
export async function localFile(name: string): Promise<LocalFile> {
  const facts = fs.statSync(name, { throwIfNoEntry: false });
  if (facts?.isFile() !== true) throw new CommandError(`There is no file ${line(name)}.`, EXIT.notFound);
  if (facts.size > LARGEST_BYTES || facts.size === 0)
    throw new CommandError(
      `${line(path.basename(name))} is ${facts.size === 0 ? 'empty' : 'larger than 1 GB'}.`,
      EXIT.usage,
    );
  const hash = createHash('sha256');
  for await (const part of fs.createReadStream(name)) hash.update(part as Buffer);
  return { path: name, sha256: hash.digest('hex') };
}

/**
 * The ids of files at the server. One that was sent before has the id that it had, so that a command that is run again
 * says the very same.
 */
export async function sentFiles(client: Client, files: OwnFiles, given: readonly LocalFile[]): Promise<number[]> {
  const ids: number[] = [];
  for (const { path: name, sha256 } of given) {
    const known = `${client.url} ${sha256}`;
    const before = files.uploads()[known];
    if (before !== undefined) {
      ids.push(before);
      continue;
    }
    const { id } = await client.call(uploadMedia, { file: () => fs.openAsBlob(name), timeoutMs: UPLOAD_WITHIN_MS });
    const all = Object.entries({ ...files.uploads(), [known]: id });
    files.saveUploads(Object.fromEntries(all.slice(-REMEMBERED)));
    ids.push(id);
  }
  return ids;
}
