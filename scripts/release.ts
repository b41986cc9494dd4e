/**
 * `npm run release -- mf-history`: builds that remote alone, checks every file over HTTP, registers the version and
 * makes it current. `--dry-run` stops before anything is registered, `--stage` before it is made current. With
 * `--base-url` pages load it from another host; `--folder` is where that host takes its files from.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { readBuiltRelease } from '../api/src/features/remotes/built-release.ts';
import { assertChecked } from '../api/src/features/remotes/whole-build.ts';
import { ensureBuilt } from './build.ts';
import { inputsOf } from './build/input-hash.ts';
import { fail } from './lifecycle.ts';
import { containerName } from './packages.ts';
import { ROOT } from './paths.ts';
import { ownPlace, outsidePlace } from './release/place.ts';
import { withRegistry } from './release/registry.ts';
import { remoteCommand } from './release/remote-command.ts';

const USAGE = 'Usage: npm run release -- REMOTE [--dry-run] [--stage] [--base-url URL [--folder FOLDER]]';

const { folder, options } = remoteCommand(USAGE, {
  'dry-run': { type: 'boolean' },
  stage: { type: 'boolean' },
  'base-url': { type: 'string' },
  folder: { type: 'string' },
});
if (options.folder !== undefined && options['base-url'] === undefined)
  fail(`--folder is for a host that --base-url names.\n${USAGE}`);
// As seen from where npm was called.
const hostFolder =
  options.folder === undefined ? undefined : path.resolve(process.env['INIT_CWD'] ?? '.', options.folder);
const isTrial = options['dry-run'] === true;
const startedAt = performance.now();

await withRegistry(async (registry) => {
  const { remotes, releases, actor } = registry;
  const name = containerName(folder);
  const place =
    options['base-url'] === undefined ? ownPlace(registry) : await outsidePlace(name, options['base-url'], hostFolder);
  // Read before the build: whoever moves the remote meanwhile wins, and we say so.
  const revision = (await remotes.pointers()).get(name)?.revision ?? 0;
  await ensureBuilt([folder]);
  const dist = path.join(ROOT, folder, 'dist');
  const built = await readBuiltRelease(dist, place.base);
  if (built === null) throw new Error(`${folder} has no build to release.`);
  await assertChecked(dist, built);

  await releases.alone(
    name,
    async () => {
      await releases.assertNew(built);
      const release = { ...built, gitCommit: gitCommit() };
      try {
        await place.put(dist, built);
        console.log(
          `${name} ${built.version}: ${await place.verify(dist, built)} files are served as they were built.`,
        );
        if (isTrial) {
          console.log(
            `It would be ${options.stage ? 'registered' : `current now, in place of ${(await remotes.current()).find((current) => current.name === name)?.version ?? 'nothing'}`}. Nothing was changed.`,
          );
        } else if (options.stage) {
          await releases.stage(actor, release);
          console.log(
            `It is registered. Make it current in the Admin Panel, or with: npm run rollback -- ${folder} --to ${built.version}`,
          );
        } else {
          const { from, to } = await releases.release(actor, release, revision);
          console.log(
            `${name} ${to} is current${from === null ? '' : `, in place of ${from}`}, after ${((performance.now() - startedAt) / 1000).toFixed(1)} s. To take it back: npm run rollback -- ${folder}`,
          );
        }
      } finally {
        const isKnown = (await remotes.known()).get(name)?.some(({ version }) => version === built.version);
        if (isKnown !== true) await place.abandon(built, isTrial);
      }
    },
    () => console.error(`Somebody else is releasing ${name}: waiting…`),
  );
});
process.exit(0);

/** null outside a checkout; a `+` says that it was built from more than the commit. */
function gitCommit(): string | null {
  try {
    const git = (...args: string[]) =>
      execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
    return `${git('rev-parse', '--short=12', 'HEAD')}${git('status', '--porcelain', '--', ...inputsOf(folder)) === '' ? '' : '+'}`;
  } catch {
    return null;
  }
}
