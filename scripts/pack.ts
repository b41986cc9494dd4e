/**
 * `npm run pack [-- FOLDER]`: packs `@pagecast/kit`, `@pagecast/contract`, `@pagecast/build` and `@pagecast/release`
 * with `npm pack`, for areas in repositories of their own, and `pagecast`, the command line. The tarballs go to
 * `.cache/packages`, or to the folder that is named.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { fail } from './lifecycle.ts';
import { compile } from './pack/compile.ts';
import { PACKED } from './pack/packages.ts';
import { stagePackage } from './pack/stage-package.ts';
import { ROOT } from './paths.ts';

const STAGED = path.join(ROOT, 'node_modules/.cache/packed');

try {
  const to = path.resolve(process.env['INIT_CWD'] ?? '.', process.argv[2] ?? path.join(ROOT, '.cache/packages'));
  await compile(PACKED.flatMap((one) => [...Object.values(one.exports), ...Object.values(one.bin ?? {})]));
  fs.rmSync(STAGED, { recursive: true, force: true });
  fs.mkdirSync(to, { recursive: true });
  const folders = PACKED.map((one) => stagePackage(one, STAGED));
  const { stdout } = await promisify(execFile)('npm', ['pack', '--silent', '--pack-destination', to, ...folders]);
  for (const tarball of stdout.trim().split('\n')) console.log(path.join(to, tarball));
} catch (error) {
  fail((error as Error).message);
}
