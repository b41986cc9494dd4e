#!/usr/bin/env node
/**
 * `pagecast-release --to https://pages.example.com`, in the folder of an area that has a repository of its own:
 * releases what was built there, with the release token of PAGECAST_TOKEN. `--stage` leaves the last step to somebody
 * else, `--dry-run` leaves nothing behind. `--share 5,25,100 --every 30m` gives it to a part of all people first,
 * `pagecast-release promote --to URL` takes the next step, and `abort` takes it back from them.
 * `pagecast-release rollback --to URL [--version VERSION]` goes back to an earlier version.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { areaName, containerName } from '../build/area-package.ts';
import { fail } from '../lifecycle.ts';
import { readBuild, sendMissing, tellUncompared } from './build-to-send.ts';
import { givenToken, originOf } from './given-product.ts';
import { productClient } from './product-client.ts';
import { ciRunIn } from './provenance.ts';
import { papersOf } from './signed.ts';
import { movedWords, settledMove } from './settled-move.ts';
import { shareIn, SHARE_OPTIONS, SHARE_USAGE } from './share-options.ts';
import { shareWords } from './share-words.ts';
import { launchInstalledBrowser } from './robot/installed-browser.ts';
import { robotFor, triedRelease, waitsForRobot } from './tried-release.ts';
import { tellPreview } from './tell-preview.ts';

const USAGE =
  'Usage: pagecast-release [rollback | promote | abort] --to URL [--dry-run | --stage | --version VERSION] ' +
  `[--without-robot "why"] ${SHARE_USAGE}`;
const HELP = `Releases what was built in this folder. Its release token is read from PAGECAST_TOKEN.

  --to URL               the Pagecast that gets it
  --dry-run              check all of it, and change nothing
  --stage                register it, and print a link to look at it; somebody makes it current later
  --share 5,25,100       give it to 5% of people first; "promote" takes the next step, "abort" takes it back
  --every 30m            take the next step after that time
  --people 4711,4712     give it to these Facebook IDs in any case
  --version VERSION      what "rollback" goes back to; otherwise the version before
  --without-robot "why"  leave the robot out; the reason is kept

Where that Pagecast has RELEASE_KEYS, PAGECAST_RELEASE_KEY must hold the private key, or the name of its file.`;
const OPTIONS = {
  help: { type: 'boolean', short: 'h' },
  to: { type: 'string' },
  'dry-run': { type: 'boolean' },
  stage: { type: 'boolean' },
  version: { type: 'string' },
  'without-robot': { type: 'string' },
  ...SHARE_OPTIONS,
} as const;
const VERBS = ['rollback', 'promote', 'abort'];
const SETTLED = {
  trial: 'would be taken, and nothing was changed',
  staged: 'is registered, and waits for somebody to make it current',
  current: 'is current',
};

try {
  const directory = process.cwd();
  const { values, positionals } = parseArgs({ allowPositionals: true, options: OPTIONS });
  if (values.help === true) {
    console.log(`${USAGE}\n\n${HELP}`);
    process.exit(0);
  }
  const [verb, ...others] = positionals;
  if (values.to === undefined || others.length > 0 || !VERBS.includes(verb ?? 'rollback')) throw new Error(USAGE);
  const share = shareIn(values);
  const tell = (told: Parameters<typeof shareWords>[0]) =>
    console.log(shareWords(told, `pagecast-release VERB --to ${values.to}`));
  const area = containerName(areaName(directory));
  const origin = originOf(values.to);
  const client = productClient({ origin, token: givenToken(), area });
  const before = await client.area();
  const { revision } = before;
  const reason = values['without-robot'];
  if (verb === 'promote' || verb === 'abort') tell(await client[verb]());
  else if (verb === 'rollback') {
    const moved = await settledMove(client, before, {
      version: values.version ?? null,
      ciRun: ciRunIn(process.env),
      ...(reason !== undefined && { withoutRobot: reason }),
    });
    console.log(movedWords(area, moved, `pagecast-release rollback --to ${values.to} --version`));
  } else {
    const isTrial = values['dry-run'] === true;
    const given = { directory, picturesIn: path.join(directory, 'node_modules/.cache/robot') };
    const robot = await robotFor({ ...given, launch: launchInstalledBrowser, reason, isTrial, origin, area });
    const build = await readBuild(path.join(directory, 'dist'), area);
    tellUncompared(build);
    if (
      share !== null &&
      !isTrial &&
      before.versions.includes(build.version) &&
      !waitsForRobot(before, build.version)
    ) {
      tell(await client.share({ version: build.version, ...share }));
      process.exit(0);
    }
    const { count, bytes } = await sendMissing(client, build);
    console.log(`${area} ${build.version}: ${count} of ${build.files.length} files sent (${bytes} bytes).`);
    const as: keyof typeof SETTLED =
      (isTrial && 'trial') || ((values.stage === true || share !== null) && 'staged') || 'current';
    const papers = papersOf(directory, build, build.files);
    const wanted = { ...papers, files: [...build.files], as, revision, baseUrl: null };
    const { from } = await triedRelease(client, wanted, build.version, { before, robot });
    console.log(`${area} ${build.version} ${SETTLED[as]}${from === null ? '' : `. Before it: ${from}`}.`);
    if (as === 'staged') await tellPreview(client, build.version);
    if (as === 'staged' && share !== null) tell(await client.share({ version: build.version, ...share }));
  }
} catch (error) {
  fail((error as Error).message);
}
