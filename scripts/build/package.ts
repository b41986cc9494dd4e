/** Builds one front-end package into its `dist`, in a process of its own: `node scripts/build/package.ts mf-history`. */
import fs from 'node:fs';
import path from 'node:path';
import { rspack, type Configuration } from '@rspack/core';
import { compressAll, writeRelease } from './output.ts';
import { inputHash } from './input-hash.ts';
import { ROOT } from '../paths.ts';
import type { BuildOptions } from './rspack.common.ts';

const [name] = process.argv.slice(2);
if (name === undefined) throw new Error('Say which package to build');
const hash = inputHash(name);
const buildId = hash.slice(0, 8);
const finished = path.join(ROOT, name, 'dist');
// Its own: the builder of a command that was killed may still be writing.
const outDir = `${finished}.${process.pid}.new`;
for (const left of fs.readdirSync(path.dirname(finished)).filter((folder) => /^dist(\.\d+)?\.new$/.test(folder)))
  fs.rmSync(path.join(path.dirname(finished), left), { recursive: true, force: true });

const { default: configure } = (await import(path.join(ROOT, name, 'rspack.config.ts'))) as {
  default: (options: BuildOptions) => Configuration;
};
try {
  await compile(configure({ outDir, buildId }));
  if (name !== 'shell') writeRelease(name, outDir, buildId);
  // Federation's notes to its own tools; nothing loads them. The shell exposes nothing, so its manifest goes too.
  for (const file of name === 'shell' ? ['mf-stats.json', 'mf-manifest.json'] : ['mf-stats.json'])
    fs.rmSync(path.join(outDir, file), { force: true });
  await compressAll(outDir);
  fs.writeFileSync(path.join(outDir, '.inputs'), hash);
  // A build that fails or is cut off leaves the last good one where it was.
  fs.rmSync(finished, { recursive: true, force: true });
  fs.renameSync(outDir, finished);
} catch (error) {
  // Where in the bundler it was noticed helps nobody.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  fs.rmSync(outDir, { recursive: true, force: true });
}

async function compile(config: Configuration): Promise<void> {
  const compiler = rspack(config);
  await new Promise<void>((resolve, reject) => {
    compiler.run((error, stats) => {
      compiler.close(() => {});
      if (error) reject(error);
      else if (stats?.hasErrors()) reject(new Error(stats.toString({ preset: 'errors-only', colors: false })));
      else resolve();
    });
  });
}
