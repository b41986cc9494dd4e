/**
 * `npm run test:image`: builds the container image and runs it as an operator would: without root, read-only, with
 * secrets from files, shot, stopped, and behind nginx with the sample configuration; then a read-only checkout as
 * another user. Needs buildah, podman and runc, and root. Exit code 1 when something does not hold.
 */
import { fail, onStop } from './lifecycle.ts';
import { ensureBases } from './image/bases.ts';
import { buildImage, sizesOf } from './image/build.ts';
import { tryCheckout } from './image/checkout.ts';
import { tryImage } from './image/image.ts';
import { succeeds } from './image/run.ts';
import { startThrowawayPostgres } from './postgres/postgres.ts';

const TOOLS = ['buildah', 'podman', 'runc'];
const MB = 1_000_000;

const missing = TOOLS.filter((tool) => !succeeds('which', [tool]));
if (missing.length > 0)
  fail(
    `${missing.join(' and ')} missing here. Install them (on Debian: apt-get install ${TOOLS.join(' ')} mmdebstrap).`,
  );
if (process.getuid?.() !== 0) fail('Building images and running as somebody else takes root: run this as root.');

let broken = 0;
function say(name: string, isRight: boolean, found = ''): void {
  if (!isRight) broken += 1;
  console.log(`${isRight ? 'holds' : 'FAILS'}  ${name.padEnd(70)} ${found}`);
}

ensureBases();
const images = { product: buildImage('pagecast'), sandbox: buildImage('sandbox') };
const { unpacked, packed } = await sizesOf(images.product);
console.log(`The image: ${Math.round(packed / MB)} MB packed, ${Math.round(unpacked / MB)} MB unpacked`);

const postgres = await startThrowawayPostgres();
onStop(() => postgres.stop());
try {
  await tryImage(images, postgres.url, say);
  await tryCheckout(postgres.url, say);
} finally {
  await postgres.stop();
}
process.exit(broken === 0 ? 0 : 1);
