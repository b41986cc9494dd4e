import fs from 'node:fs/promises';
import path from 'node:path';
import pMap from 'p-map';
import { integrityOf } from './file-hash.ts';

const AT_ONCE = 8;
const WITHIN_MS = 10_000;
/**
 * Packed copies of files are served in their place, and are checked with them; what starts with a dot is not served,
 * and source maps to operators alone.
 */
const NOT_SERVED = /\.(br|map)$|(^|\/)\./;
/** What browsers insist on; with any other type they refuse the file. */
const TYPES: Readonly<Record<string, RegExp>> = {
  '.js': /^(text|application)\/(x-)?javascript\b/,
  '.css': /^text\/css\b/,
};

/**
 * Asks a server for every file of a build that browsers need, as they would.
 * @param address of the version's folder
 * @param pageOrigin of pages that load the files from another origin than their own
 * @returns how many files are there, byte by byte as in `dist`
 * @throws Error that names the first file which is not, or which a browser would not take
 */
export async function verifyServed(dist: string, address: string, pageOrigin: string | null = null): Promise<number> {
  const files = (await fs.readdir(dist, { recursive: true, withFileTypes: true }))
    .filter((file) => file.isFile())
    .map((file) => path.relative(dist, path.join(file.parentPath, file.name)).replaceAll(path.sep, '/'))
    .filter((file) => !NOT_SERVED.test(file));
  await pMap(
    files,
    async (file) => verifyFile(`${address}/${file}`, await fs.readFile(path.join(dist, file)), pageOrigin),
    { concurrency: AT_ONCE },
  );
  return files.length;
}

async function verifyFile(url: string, built: Buffer, pageOrigin: string | null): Promise<void> {
  const answer = await fetch(url, {
    signal: AbortSignal.timeout(WITHIN_MS),
    redirect: 'manual',
    headers: pageOrigin === null ? {} : { origin: pageOrigin },
  }).catch((error: unknown) => {
    throw new Error(`${url} does not answer`, { cause: error });
  });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  const type = answer.headers.get('content-type') ?? 'no type';
  if (TYPES[path.posix.extname(url)]?.test(type) === false)
    throw new Error(`${url} comes as ${type}, which browsers refuse: its host must send the right content-type`);
  const readers = answer.headers.get('access-control-allow-origin');
  if (pageOrigin !== null && readers !== '*' && readers !== pageOrigin) {
    throw new Error(
      `${url} may not be read by pages of ${pageOrigin}: its host must answer with the header access-control-allow-origin: * (it answers with ${readers ?? 'none'})`,
    );
  }
  const served = Buffer.from(
    await answer.arrayBuffer().catch((error: unknown) => {
      throw new Error(`${url} breaks off`, { cause: error });
    }),
  );
  if (integrityOf(served) !== integrityOf(built))
    throw new Error(`${url} is not the file that was built: it has ${served.length} bytes and another hash`);
}
