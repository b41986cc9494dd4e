/**
 * `npm run rollback -- mf-history [--to VERSION] [--at URL]`: makes an earlier version of an area, or of the shell,
 * current again, of the product that runs here or, with a token in PAGECAST_TOKEN, of one anywhere. Nothing is built or
 * copied.
 */
import { fail } from './lifecycle.ts';
import { containerName } from './build/area-package.ts';
import { ciRunIn } from './release/provenance.ts';
import { remoteCommand } from './release/remote-command.ts';
import { withProduct } from './release/with-product.ts';

const USAGE = 'Usage: npm run rollback -- AREA|shell [--to VERSION] [--at URL] [--without-robot REASON]';
const { folder, options } = remoteCommand(USAGE, {
  to: { type: 'string' },
  at: { type: 'string' },
  'without-robot': { type: 'string' },
});
if (options.to?.includes('://') === true) fail(`--to is the version; the product is named by --at.\n${USAGE}`);

await withProduct(folder, options.at, async (client) => {
  const { from, to } = await client.move({
    version: options.to ?? null,
    ciRun: ciRunIn(process.env),
    // Unknown to products from before the robot.
    ...(options['without-robot'] !== undefined && { withoutRobot: options['without-robot'] }),
  });
  console.log(`${containerName(folder)} ${to} is current, in place of ${from ?? 'nothing'}.`);
});
process.exit(0);
