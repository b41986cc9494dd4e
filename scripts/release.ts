/**
 * `npm run release -- mf-history`: builds that area alone, or with `shell` the shell, and gives it to the product that
 * runs here, or with `--to https://pages.example.com` and a token in PAGECAST_TOKEN to one anywhere. The product asks
 * for every file at its own public address; then a robot takes the area's smoke journey (`smoke.ts`) on the version,
 * and only if that works does it become current. `--without-robot "reason"` leaves it out, on record. `--dry-run`
 * leaves nothing behind, `--stage` leaves the last step to somebody else, `--dist` releases a build that is there. With
 * `--base-url` pages load it from another host; `--folder` is where that host takes its files from.
 * PAGECAST_RELEASE_KEY signs it.
 * `--share 5` gives it to that percentage of people first, `--share 5,25,100 --every 30m` to more of them step by step,
 * `--people` to those that it names. `npm run release -- promote mf-history` takes the next step; `abort mf-history`
 * takes it back.
 * What breaks others is refused, but for an administrator on the machine of Pagecast who says why, with `--breaking`.
 */
import path from 'node:path';
import type { ReleaseShare } from '../api/src/contract/release-shares.ts';
import { RELEASE_DESCRIPTION } from '../api/src/contract/releases.ts';
import { launchBrowser } from './browser.ts';
import { ensureBuilt } from './build.ts';
import { fail } from './lifecycle.ts';
import { containerName } from './build/area-package.ts';
import { frontEndNames } from './packages.ts';
import { ROOT } from './paths.ts';
import { readBuild, sendMissing, tellUncompared } from './release/build-to-send.ts';
import { tellPreview } from './release/tell-preview.ts';
import { putAtHost, shownToAll } from './release/outside-host.ts';
import type { ProductClient } from './release/product-client.ts';
import { remoteCommand } from './release/remote-command.ts';
import { papersOf } from './release/signed.ts';
import { shareIn, SHARE_OPTIONS, SHARE_USAGE, type WantedShare } from './release/share-options.ts';
import { shareWords } from './release/share-words.ts';
import { robotFor, triedRelease, waitsForRobot } from './release/tried-release.ts';
import { withProduct } from './release/with-product.ts';

const USAGE =
  'Usage: npm run release -- AREA|shell [--to URL] [--dry-run] [--stage] [--dist FOLDER] ' +
  `[--base-url URL [--folder FOLDER]] [--breaking "why"] [--without-robot "why"] ${SHARE_USAGE}\n` +
  '       npm run release -- promote|abort AREA|shell [--to URL]';

const HELP = `Builds that area, or the shell, and gives it to a running Pagecast, which checks it, has a robot try it
and makes it current. The areas are ${frontEndNames().join(', ')}.

  --to URL               to this Pagecast; its release token is read from PAGECAST_TOKEN. Else: this machine's
  --dry-run              check all of it, and change nothing
  --stage                register it, and print a link to look at it; somebody makes it current later
  --share 5,25,100       give it to 5% of people first; "promote" takes the next step, "abort" takes it back
  --every 30m            take the next step after that time
  --people 4711,4712     give it to these Facebook IDs in any case
  --dist FOLDER          release this build instead of making one
  --base-url URL         have browsers load the files from there; --folder is where to put them
  --without-robot "why"  leave the robot out; the reason is kept
  --breaking "why"       release what breaks others; for an administrator, on the machine of Pagecast

Where that Pagecast has RELEASE_KEYS, PAGECAST_RELEASE_KEY must hold the private key, or the name of its file.
Back again: npm run rollback -- mf-history. More: CONTRIBUTING.md and api/docs/releases.md.`;

const command = {
  to: { type: 'string' },
  'dry-run': { type: 'boolean' },
  stage: { type: 'boolean' },
  dist: { type: 'string' },
  'base-url': { type: 'string' },
  folder: { type: 'string' },
  breaking: { type: 'string' },
  'without-robot': { type: 'string' },
  ...SHARE_OPTIONS,
} as const;
const { folder, options, verb } = remoteCommand({ usage: USAGE, help: HELP }, command, ['promote', 'abort']);
if (options.folder !== undefined && options['base-url'] === undefined)
  fail(`--folder is for a host that --base-url names.\n${USAGE}`);
const isTrial = options['dry-run'] === true;
const startedAt = performance.now();
const name = containerName(folder);
const share = wantedShare();
const isStaged = options.stage === true || share !== null;
const verbCommand = `npm run release -- VERB ${folder}${options.to === undefined ? '' : ` --to ${options.to}`}`;
const tellShare = (told: ReleaseShare) => console.log(shareWords(told, verbCommand));
const toldBack = options.to === undefined ? folder : `${folder} --at ${options.to}`;

if (verb !== null) {
  await withProduct(folder, options.to, async (client) => tellShare(await client[verb]()));
  process.exit(0);
}

await withProduct(folder, options.to, async (client, origin) => {
  const directory = path.join(ROOT, folder);
  const given = { directory, picturesIn: path.join(ROOT, 'node_modules/.cache/robot'), launch: launchBrowser };
  const robot = await robotFor({ ...given, reason: options['without-robot'], isTrial, origin, area: name });
  // Read before the build: whoever moves it meanwhile wins, and we say so.
  const before = await client.area();
  const build = await readBuild(await builtFolder(), name);
  tellUncompared(build);
  if (share !== null && !isTrial && before.versions.includes(build.version) && !waitsForRobot(before, build.version))
    return tellShare(await client.share({ version: build.version, ...share }));
  const baseUrl = options['base-url']?.replace(/\/+$/, '') ?? null;
  const takeAway = baseUrl === null ? async () => {} : await putAtHost(options.folder, build, name);
  const files = baseUrl === null ? build.files : shownToAll(build);
  const sent = await sendMissing(client, {
    ...build,
    files: baseUrl === null ? files : files.filter((file) => file.path === RELEASE_DESCRIPTION),
  });
  console.log(`${name} ${build.version}: ${sent.count} of ${files.length} files sent (${kilobytes(sent.bytes)}).`);
  const as: 'trial' | 'staged' | 'current' = (isTrial && 'trial') || (isStaged && 'staged') || 'current';
  const wanted = {
    ...papersOf(directory, build, files),
    files: [...files],
    as,
    revision: before.revision,
    baseUrl,
    ...(options.breaking !== undefined && { breaking: options.breaking }),
  };
  try {
    tell(await triedRelease(client, wanted, build.version, { before, robot }), build.version);
    if (as === 'staged') await tellPreview(client, build.version);
    if (as === 'staged' && share !== null) tellShare(await client.share({ version: build.version, ...share }));
  } finally {
    if (isTrial) await takeAway();
  }
});
process.exit(0);

function wantedShare(): WantedShare | null {
  try {
    return shareIn(options);
  } catch (error) {
    return fail(`${(error as Error).message}\n${USAGE}`);
  }
}

async function builtFolder(): Promise<string> {
  if (options.dist !== undefined) return path.resolve(process.env['INIT_CWD'] ?? '.', options.dist);
  await ensureBuilt([folder]);
  return path.join(ROOT, folder, 'dist');
}

function tell({ from, checkedFiles }: Awaited<ReturnType<ProductClient['release']>>, version: string): void {
  console.log(`${checkedFiles} files are served as they were built.`);
  if (isTrial)
    return console.log(
      `It would be ${isStaged ? 'registered' : `current now, in place of ${from ?? 'nothing'}`}. Nothing was changed.`,
    );
  if (share !== null) return;
  if (isStaged)
    return console.log(
      `It is registered. Make it current in the Admin Panel, or with: npm run rollback -- ${toldBack} --to ${version}`,
    );
  console.log(
    `${name} ${version} is current${from === null ? '' : `, in place of ${from}`}, after ` +
      `${((performance.now() - startedAt) / 1000).toFixed(1)} s. To take it back: npm run rollback -- ${toldBack}`,
  );
}

function kilobytes(bytes: number): string {
  return `${Math.ceil(bytes / 1024).toLocaleString('en')} kB`;
}
