import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { ROOT } from '../paths.ts';

/** Puts the sources of this checkout, as they are now, into `folder`, with what is installed for them. */
export function copyTree(folder: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  for (const file of listed.split('\0').filter(Boolean)) {
    if (!fs.existsSync(path.join(ROOT, file))) continue;
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.copyFileSync(path.join(ROOT, file), path.join(folder, file));
  }
  for (const shared of ['node_modules', '.toolchain'])
    fs.symlinkSync(path.join(ROOT, shared), path.join(folder, shared));
  for (const name of ['api', 'shell']) lendPackages(name, folder, name);
}

/**
 * Links what is installed for the package `name` of this checkout for one of the copy. The workspace's own packages are
 * those of the copy.
 */
export function lendPackages(name: string, folder: string, to: string): void {
  fs.cpSync(path.join(ROOT, name, 'node_modules'), path.join(folder, to, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => path.basename(file) !== '.cache',
  });
}
