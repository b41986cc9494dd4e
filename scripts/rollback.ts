/**
 * `npm run rollback -- mf-history [--to VERSION]`: makes an earlier version of a remote current again. Nothing is built
 * or copied.
 */
import { containerName } from './packages.ts';
import { withRegistry } from './release/registry.ts';
import { remoteCommand } from './release/remote-command.ts';

const { folder, options } = remoteCommand('Usage: npm run rollback -- REMOTE [--to VERSION]', {
  to: { type: 'string' },
});

await withRegistry(async ({ releases, actor }) => {
  const { from, to } = await releases.moveTo(actor, containerName(folder), options.to ?? null, null);
  console.log(`${containerName(folder)} ${to} is current, in place of ${from ?? 'nothing'}.`);
});
process.exit(0);
