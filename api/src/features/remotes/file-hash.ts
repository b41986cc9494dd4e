import { createHash, hash as hashOf } from 'node:crypto';
import { createReadStream } from 'node:fs';
import fs from 'node:fs/promises';
import path from 'node:path';
import type { ReleasedFile } from '../../contract/releases.ts';

/** As nearly all files of a build: a stream of one costs several times its hash. */
const READ_AT_ONCE_BYTES = 1024 * 1024;

/** SHA-384 in hex, of a file of any size. */
export async function hashOfFile(file: string): Promise<string> {
  const { size } = await fs.stat(file);
  if (size <= READ_AT_ONCE_BYTES) return hashOf('sha384', await fs.readFile(file));
  const hash = createHash('sha384');
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/** A hash in hex, as `integrity` attributes have it. */
export function integrityOf(hash: string): string {
  return `sha384-${Buffer.from(hash, 'hex').toString('base64')}`;
}

/** Every file below a folder that is not hidden, with its hash. Slashes part the names on every system. */
export async function filesIn(folder: string): Promise<ReleasedFile[]> {
  const found = await fs.readdir(folder, { recursive: true, withFileTypes: true });
  const names = found
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((name) => !/(^|\/)\./.test(name))
    .toSorted();
  return Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      return { path: name, hash: await hashOfFile(file), bytes: (await fs.stat(file)).size };
    }),
  );
}
