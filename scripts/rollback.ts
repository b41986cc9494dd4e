/**
 * `npm run rollback -- mf-history [--to VERSION] [--at URL]`: makes an earlier version of an area, or of the shell,
 * current again, of the product that runs here or, with a token in PAGECAST_TOKEN, of one anywhere. Nothing is built or
 * copied.
 */
import { fail } from './lifecycle.ts';
import { containerName } from './build/area-package.ts';
import { ciRunIn } from './release/provenance.ts';
import { remoteCommand } from './release/remote-command.ts';
import { movedWords, settledMove } from './release/settled-move.ts';
import { withProduct } from './release/with-product.ts';

const USAGE = 'Usage: npm run rollback -- AREA|shell [--to VERSION] [--at URL] [--without-robot "why"]';
const HELP = `Makes an earlier version of that area, or of the shell, current again.

  --to VERSION           this one; npm run release prints its name, the Admin Panel lists them. Otherwise the one
                         before; where there is none, nobody has the area any more
  --at URL               of this Pagecast; its release token is read from PAGECAST_TOKEN. Else: this machine's
  --without-robot "why"  also one that no robot has tried; the reason is kept`;
const { folder, options } = remoteCommand(
  { usage: USAGE, help: HELP },
  {
    to: { type: 'string' },
    at: { type: 'string' },
    'without-robot': { type: 'string' },
  },
);
if (options.to?.includes('://') === true) fail(`--to is the version; the product is named by --at.\n${USAGE}`);

await withProduct(folder, options.at, async (client) => {
  // Read first: whoever moves it meanwhile wins, and a step back is taken once.
  const moved = await settledMove(client, await client.area(), {
    version: options.to ?? null,
    ciRun: ciRunIn(process.env),
    // Unknown to products from before the robot.
    ...(options['without-robot'] !== undefined && { withoutRobot: options['without-robot'] }),
  });
  const at = options.at === undefined ? '' : ` --at ${options.at}`;
  console.log(movedWords(containerName(folder), moved, `npm run rollback -- ${folder}${at} --to`));
});
process.exit(0);
