/** `npm run rollback -- mf-history [--to VERSION]`: makes an earlier version of a remote current again. Nothing is built or copied. */
import { parseArgs } from 'node:util';
import { fail } from './lifecycle.ts';
import { containerName } from './packages.ts';
import { remoteNamed, withRegistry } from './release-registry.ts';

const USAGE = 'Usage: npm run rollback -- REMOTE [--to VERSION]';

const { values: options, positionals } = parseOrFail();
const folder = remoteNamed(positionals[0], USAGE);

await withRegistry(async ({ releases, doer }) => {
  const { from, to } = await releases.moveTo(doer, containerName(folder), options.to ?? null, null);
  console.log(`${containerName(folder)} ${to} is current again, in place of ${from ?? 'nothing'}.`);
});
process.exit(0);

function parseOrFail() {
  try {
    return parseArgs({ allowPositionals: true, options: { to: { type: 'string' } } });
  } catch (error) {
    return fail(`${(error as Error).message}\n${USAGE}`);
  }
}
