/**
 * `npm run test:image`: builds the container image and runs it as an operator would: without root, read-only, with
 * secrets from files, shot, stopped, and behind nginx with the sample configuration; then a read-only checkout as
 * another user; and asks systemd about the unit. Needs buildah, podman, runc and systemd-analyze, and root. Exit code 1
 * when something does not hold.
 */
import { fail, onStop } from './lifecycle.ts';
import { ensureBases } from './image/bases.ts';
import { buildImage, sizesOf } from './image/build.ts';
import { tryCheckout } from './image/checkout.ts';
import { tryImage } from './image/image.ts';
import { succeeds } from './image/run.ts';
import { tryUnit } from './image/unit.ts';
import { startThrowawayPostgres } from './postgres/postgres.ts';

/** By the packages of Debian that have them. */
const TOOLS: Readonly<Record<string, string>> = {
  buildah: 'buildah',
  podman: 'podman',
  runc: 'runc',
  systemd: 'systemd-analyze',
};
const MB = 1_000_000;

const missing = Object.values(TOOLS).filter((tool) => !succeeds('which', [tool]));
if (missing.length > 0)
  fail(
    `${missing.join(' and ')} missing here. ` +
      `Install them (on Debian: apt-get install ${Object.keys(TOOLS).join(' ')} mmdebstrap).`,
  );
if (process.getuid?.() !== 0) fail('Building images and running as somebody else takes root: run this as root.');

let broken = 0;
function say(name: string, isRight: boolean, found = ''): void {
  if (!isRight) broken += 1;
  console.log(`${isRight ? 'holds' : 'FAILS'}  ${name.padEnd(70)} ${found}`);
}

tryUnit(say);
ensureBases();
const images = { product: buildImage('pagecast'), sandbox: buildImage('sandbox') };
const { unpacked, packed } = await sizesOf(images.product);
console.log(`The image: ${Math.round(packed / MB)} MB packed, ${Math.round(unpacked / MB)} MB unpacked`);

let stopPostgres = () => Promise.resolve();
onStop(() => stopPostgres());
await withPostgres((url) => tryImage(images, url, say));
await withPostgres((url) => tryCheckout(url, say));
process.exit(broken === 0 ? 0 : 1);

/** A server for each: what one has sealed, the key of the other does not open. */
async function withPostgres(work: (url: string) => Promise<void>): Promise<void> {
  const postgres = await startThrowawayPostgres();
  stopPostgres = postgres.stop;
  try {
    await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}
