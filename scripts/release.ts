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
import { ROOT } from './paths.ts';
import { readBuild, sendMissing } from './release/build-to-send.ts';
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
const { folder, options, verb } = remoteCommand(USAGE, command, ['promote', 'abort']);
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
