/**
 * `npm run compat`: compares kit, host, calls, styles and shared packages of this checkout with what the last ten
 * versions of areas and shell use. These are written down in this checkout; with `-- shell`, or the name of an area,
 * they are those that the running product knows, or with `--to URL` and a token those of one anywhere: to be asked
 * before an upgrade. Prints every member that does not fit, with who uses it, and ends with 1 then. `-- --record`
 * writes down what the versions of this checkout use.
 */
import { describeBroken, type Broken } from '../api/src/features/remotes/compatibility/describe-breaks.ts';
import { findBreaks } from '../api/src/features/remotes/compatibility/find-breaks.ts';
import { Surface } from '../api/src/surfaces/surface.ts';
import { checkoutOffers } from './compat/checkout-offers.ts';
import { recordedUses, recordUses } from './compat/recorded-uses.ts';
import { fail } from './lifecycle.ts';
import { remoteCommand } from './release/remote-command.ts';
import { withProduct } from './release/with-product.ts';

const USAGE = 'Usage: npm run compat [-- --record | -- AREA|shell [--to URL]]';
const HELP = `Compares this checkout with what the last ten versions use. Ends with 1 if one would break.

  --record      write down what the versions of this checkout use
  AREA, shell   ask the running Pagecast which versions there are; any name asks for all of them
  --to URL      ask this Pagecast; a release token is read from PAGECAST_TOKEN`;

interface Asked {
  readonly name: string;
  readonly version: string;
  readonly uses: Surface;
}

const [first] = process.argv.slice(2);
if (first === '--record') console.log(`Written down: ${(await recordUses()).join(', ')}.`);
else if (first === undefined)
  await compare(recordedUses().flatMap(({ versions, ...one }) => versions.map((version) => ({ ...one, version }))));
else {
  const { folder, options } = remoteCommand({ usage: USAGE, help: HELP }, { to: { type: 'string' } });
  await withProduct(folder, options.to, async (client) => {
    const known = await client.uses();
    await compare(known.map(({ uses, ...one }) => ({ ...one, uses: Surface.parse(uses) })));
  });
}
process.exit();

async function compare(asked: readonly Asked[]): Promise<void> {
  const offers = await checkoutOffers();
  const broken: Broken[] = asked
    .map((one) => ({ ...one, breaks: findBreaks(one.uses, offers, false) }))
    .filter(({ breaks }) => breaks.length > 0);
  if (broken.length > 0)
    fail(
      `${describeBroken(broken, { separator: '\n', most: Infinity })}\n` +
        'Keep the old form beside the new one until none of their last 10 versions uses it.',
    );
  console.log(`All ${asked.length} versions of areas and shell find what they use.`);
}
