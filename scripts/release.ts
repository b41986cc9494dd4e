/**
 * `npm run release -- mf-history`: builds that remote alone, checks every file over HTTP, registers the version and makes it
 * current. `--dry-run` stops before anything is registered, `--stage` before it is made current.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readBuiltRelease } from '../api/src/features/remotes/built-release.ts';
import { verifyServed } from '../api/src/features/remotes/release-files.ts';
import { ensureBuilt } from './build.ts';
import { fail } from './lifecycle.ts';
import { containerName } from './packages.ts';
import { ROOT } from './paths.ts';
import { remoteNamed, withRegistry } from './release-registry.ts';
import { withReleaseServer } from './release-server.ts';

const USAGE = 'Usage: npm run release -- REMOTE [--dry-run] [--stage]';

const { values: options, positionals } = parseOrFail();
const folder = remoteNamed(positionals[0], USAGE);
const startedAt = performance.now();

await withRegistry(async ({ remotes, releases, files, releasesDir, doer }) => {
  const name = containerName(folder);
  // Read before the build: whoever moves the remote meanwhile wins, and we say so.
  const revision = (await remotes.pointers()).get(name)?.revision ?? 0;
  await ensureBuilt([folder]);
  const dist = path.join(ROOT, folder, 'dist');
  const built = await readBuiltRelease(dist);
  if (built === null) throw new Error(`${folder} has no build to release.`);
  await releases.assertNew(built);

  await files.copyOnce(dist, built);
  const release = { ...built, gitCommit: gitCommit() };
  try {
    const checked = await withReleaseServer({ name, remotes, releasesDir }, (origin) => verifyServed(dist, built, origin));
    console.log(`${name} ${built.version}: ${checked} files are served as they were built.`);
    if (options['dry-run']) {
      console.log(`It would be current now, in place of ${(await remotes.current()).find((current) => current.name === name)?.version ?? 'nothing'}. Nothing was changed.`);
    } else if (options.stage) {
      await releases.stage(doer, release);
      console.log('It is registered. Make it current in the Admin Panel, or with npm run rollback -- --to.');
    } else {
      const { from, to } = await releases.release(doer, release, revision);
      console.log(`${name} ${to} is current${from === null ? '' : `, in place of ${from}`}, after ${((performance.now() - startedAt) / 1000).toFixed(1)} s. To take it back: npm run rollback -- ${folder}`);
    }
  } finally {
    // What came to nothing leaves no folder: under this version other bytes may come yet.
    const isKnown = (await remotes.known()).get(name)?.some(({ version }) => version === built.version);
    if (isKnown !== true) await files.remove(built);
  }
});
process.exit(0);

function parseOrFail() {
  try {
    return parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean' }, stage: { type: 'boolean' } } });
  } catch (error) {
    return fail(`${(error as Error).message}\n${USAGE}`);
  }
}

/** null outside a checkout; a `+` says that it was built from more than the commit. */
function gitCommit(): string | null {
  try {
    const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return `${git('rev-parse', '--short=12', 'HEAD')}${git('status', '--porcelain', '--', folder) === '' ? '' : '+'}`;
  } catch {
    return null;
  }
}
