import fs from 'node:fs/promises';
import path from 'node:path';
import { SHELL_PAGE } from '../../contract/releases.ts';
import { readBuiltRelease } from './built-release.ts';
import { hashOfFile, integrityOf } from './file-hash.ts';
import { filesOfPage } from './page-files.ts';

/** A build of the shell that comes up: its page, with everything on the disk that the page needs. */
export interface OpenShell {
  /** Its folder. */
  readonly root: string;
  /** The page, to be filled in for each visitor. */
  readonly page: string;
  /** Its later parts, which must be there too. */
  readonly parts: ReadonlySet<string>;
  /** What each file of the page looked like on the disk. */
  readonly stamps: ReadonlyMap<string, string>;
}

/**
 * Reads the shell that lies in a folder.
 * @param signed the hash of the page that somebody signed; null: whichever is there
 * @throws Error that says which file is gone, or is not what browsers would take
 */
export async function openShell(root: string, signed: string | null = null): Promise<OpenShell> {
  const stamps = new Map([[SHELL_PAGE, await stampOf(root, SHELL_PAGE)]]);
  const page = await fs.readFile(path.join(root, SHELL_PAGE), 'utf8');
  if (signed !== null && integrityOf(await hashOfFile(path.join(root, SHELL_PAGE))) !== signed)
    throw new Error(`${SHELL_PAGE} is not the one that was signed`);
  for (const { file, integrity } of filesOfPage(page)) {
    stamps.set(file, await stampOf(root, file));
    if (integrity !== null && integrityOf(await hashOfFile(path.join(root, file))) !== integrity)
      throw new Error(`${file} is not the file that ${SHELL_PAGE} names`);
  }
  const parts = new Set((await readBuiltRelease(root))?.parts);
  for (const file of parts) await stampOf(root, file);
  return { root, page, parts, stamps };
}

/** Whether what the page needs is on the disk as it was. */
export async function isUnchanged({ root, stamps }: OpenShell): Promise<boolean> {
  const now = await Promise.all(Array.from(stamps.keys(), (file) => stampOf(root, file).catch(() => null)));
  return [...stamps.values()].every((stamp, n) => stamp === now[n]);
}

/** @throws Error where there is no such file */
async function stampOf(root: string, file: string): Promise<string> {
  const { size, mtimeMs, ino } = await fs.stat(path.join(root, file)).catch((error: unknown) => {
    throw new Error(`${file} is gone`, { cause: error });
  });
  return `${size} ${mtimeMs} ${ino}`;
}
