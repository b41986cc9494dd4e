import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { frontEndNames } from '../../scripts/packages.ts';
import { ROOT } from '../../scripts/paths.ts';
import { unpackCommit } from '../../scripts/testing/sources-of-commit.ts';

/**
 * Builds shell and remotes from the sources of a commit, with the packages that are installed now. Done once for each
 * commit.
 * @returns the folder that holds `shell/dist` and `mf-…/dist`; null where the commit cannot be had
 */
export async function buildsOf(commit: string): Promise<string | null> {
  const folder = path.join(ROOT, '.cache/builds', commit);
  const complete = path.join(folder, '.complete');
  if (fs.existsSync(complete)) return folder;
  if (!(await unpackCommit(commit, folder, ['api', ...frontEndNames()]))) return null;
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], { cwd: folder });
  fs.writeFileSync(complete, '');
  return folder;
}
