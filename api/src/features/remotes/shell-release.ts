import { SHELL_PAGE, type ReleasedFile } from '../../contract/releases.ts';
import { integrityOf } from './file-hash.ts';
import { filesOfPage, HASHED, HEAD, REMOTES } from './page-files.ts';
import type { NewRelease } from './release-row.ts';
import { servedPage, type Asking } from './served-files.ts';

/** Some hundred times what a page has. */
const PAGE_BYTES = 1024 * 1024;
/** Code, and what the first paint waits for. */
const PART = /\.(js|css|woff2)$/;

/**
 * Proves that a shell comes up as it was built: its page names scripts and styles that are among its files, each with
 * its hash, and nothing that the policy of our pages would stop.
 * @param page its text
 * @throws Error that says what is wrong
 */
export function assertShell(files: readonly ReleasedFile[], release: NewRelease, page: string): void {
  const { version, manifestUrl, entryUrl, integrity, parts = [] } = release;
  const built = new Map(files.map((file) => [file.path, integrityOf(file.hash)]));
  const inFolder = files.find((file) => file.path.includes('/'));
  if (inFolder !== undefined)
    throw new Error(`${inFolder.path} lies in a folder: all files of a shell lie beside its page`);
  const named = filesOfPage(page).filter(({ file }) => file !== '');
  for (const file of [...named.map((one) => one.file), ...parts])
    if (!built.has(file))
      throw new Error(`shell ${version} needs ${file}, which is not among its files: build it again`);
  for (const file of named.filter(({ isCode }) => isCode))
    if (file.integrity !== built.get(file.file))
      throw new Error(`${SHELL_PAGE} names ${file.file} with another hash than it has: build the shell again`);
  const unhashed = files.find((file) => PART.test(file.path) && !HASHED.test(file.path));
  if (unhashed !== undefined)
    throw new Error(`${unhashed.path} has no hash in its name, so pages could mix it with that of another version`);
  for (const mark of [HEAD, REMOTES, '<div id="root">'])
    if (page.split(mark).length !== 2) throw new Error(`${SHELL_PAGE} has no place for ${mark}, or several`);
  if (/<script(?![^>]*\ssrc=)|\son\w+=|javascript:/i.test(page))
    throw new Error(`${SHELL_PAGE} has code of its own, which browsers stop: only files may have code`);
  const stated = new Map([
    [manifestUrl, integrity.manifest],
    [entryUrl, integrity.entry],
  ]);
  for (const [address, hash] of stated)
    if (built.get(address.slice(1)) !== hash) throw new Error(`${address} was changed after it was built`);
  if (!named.some(({ file }) => `/${file}` === entryUrl)) throw new Error(`${SHELL_PAGE} does not load ${entryUrl}`);
}

/**
 * Open pages ask for their parts by name, in whichever version those are: one name must never mean two files.
 * @param others the files of each known version
 * @throws Error that names the first which would
 */
export function assertOwnNames(
  files: readonly ReleasedFile[],
  others: ReadonlyMap<string, readonly ReleasedFile[]>,
): void {
  const hashes = new Map(files.filter((file) => HASHED.test(file.path)).map((file) => [file.path, file.hash]));
  for (const [version, known] of others) {
    const taken = known.find((file) => hashes.has(file.path) && hashes.get(file.path) !== file.hash);
    if (taken !== undefined)
      throw new Error(
        `${taken.path} is in version ${version} with other bytes, and open pages would get one for the other: ` +
          'build the shell again',
      );
  }
}

/**
 * Proves that the page comes as people will get it, filled in and under our policy.
 * @param publicUrl where people find it
 * @param page as it was built
 * @throws Error that says what comes in its place
 */
export async function assertPageServed(publicUrl: string, page: string, asking: Asking): Promise<void> {
  const inspect = (answer: Response, url: string) => {
    asking.inspect?.(answer, url);
    assertPageHeaders(answer.headers);
  };
  const served = await servedPage(`${publicUrl}/`, { ...asking, inspect }, PAGE_BYTES);
  const [begin = ''] = page.split(HEAD);
  const [, end = ''] = page.split(REMOTES);
  if (!served.startsWith(begin) || !served.endsWith(end))
    throw new Error('The page does not come as it was built: something on the way changes it');
}

function assertPageHeaders(headers: Headers): void {
  const policy = headers.get('content-security-policy') ?? '';
  const scripts = policy.split(';').find((directive) => directive.trim().startsWith('script-src')) ?? '';
  if (!/^text\/html\b/.test(headers.get('content-type') ?? '')) throw new Error('The page does not come as text/html');
  if (!scripts.includes("'self'") || /unsafe-(inline|eval)/.test(scripts))
    throw new Error('The page comes without the policy that keeps foreign code out');
}
