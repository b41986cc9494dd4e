/**
 * `npm run test:nginx`: bodies that nobody wants, through a real nginx whose requests share a connection, and the
 * samples of nginx and Caddy, as far as these are installed; `-- --samples` tries those alone. Exit code 1 when
 * somebody else paid for a body, or a sample does not hold what it promises.
 */
import { fail, onStop } from './lifecycle.ts';
import { logIn } from './bench/client.ts';
import { tryProxies } from './image/proxies.ts';
import { findNginx, startNginx } from './nginx/proxy.ts';
import { sendSlowly, sendUnwanted, UNWANTED } from './nginx/requests.ts';
import { startThrowawayPostgres } from './postgres/postgres.ts';
import { startProduct } from './product.ts';

/** Longer than the product waits for somebody who stops sending. */
const REST_MS = 45_000;
const OTHERS = 5;
const SOON_MS = 2000;

const isForSamples = process.argv.includes('--samples');
const binary = findNginx();
if (binary === null)
  fail('There is no nginx here. Install one (on Debian: apt-get install nginx-light) and try again.');

const server = await startThrowawayPostgres();
const product = await startProduct(server.url, { env: { TRUST_PROXY: '1' } });
const [whole, passing] = [await startNginx(binary, product.url, 'on'), await startNginx(binary, product.url, 'off')];
const close = async () => {
  await Promise.all([whole.stop(), passing.stop()]);
  await product.close();
  await server.stop();
};
onStop(close);

let broken = 0;
function say(name: string, isRight: boolean, found = ''): void {
  if (!isRight) broken += 1;
  console.log(`${isRight ? 'holds' : 'FAILS'}  ${name.padEnd(70)} ${found}`);
}

/** What the next people on the same connection are answered: the worst of them. */
async function next(url: string): Promise<string> {
  for (let n = 0; n < OTHERS; n += 1) {
    const began = performance.now();
    const status = await fetch(`${url}/api/facebook/config`, { headers: { connection: 'close' } }).then(
      async (answer) => {
        await answer.text();
        return answer.status;
      },
      () => 0,
    );
    const ms = performance.now() - began;
    if (status !== 200 || ms > SOON_MS) return `${status} after ${ms.toFixed(0)} ms`;
  }
  return 'well';
}

try {
  const { cookie } = await logIn(product, 'many');
  const own = { cookie, origin: product.url };
  if (!isForSamples) await tryBodies(own);
  await tryProxies(product.url, { ...own, 'content-type': 'application/json' }, say);
} finally {
  await close();
}
console.log(broken === 0 ? 'All of it holds.' : `${broken} do not hold.`);
process.exit(broken === 0 ? 0 : 1);

/** Nobody pays for a body of somebody else. */
async function tryBodies(own: Readonly<Record<string, string>>): Promise<void> {
  for (const [how, { url }] of [
    ['taken whole', whole],
    ['passed on', passing],
  ] as const) {
    for (const unwanted of UNWANTED) {
      for (const isChunked of [false, true]) {
        const status = await sendUnwanted(url, unwanted, own, isChunked);
        const others = await next(url);
        say(
          `${unwanted.name}, ${isChunked ? 'in chunks' : 'with its length'}, ${how}`,
          status === unwanted.status && others === 'well',
          `${status}, the next: ${others}`,
        );
      }
    }
  }
  const [stalled, slow] = await Promise.all([
    sendSlowly(passing.url, own, [0, REST_MS]),
    // Sixteen seconds in the middle of each byte, and longer in all than anybody may pause.
    sendSlowly(passing.url, own, [0, 16_000, 16_000, 16_000]),
  ]);
  say(
    'one that stalls',
    stalled.status === 408 && stalled.seconds > 29 && stalled.seconds < 42,
    `${stalled.status} after ${stalled.seconds.toFixed(0)} s`,
  );
  say(
    'one that is slow, and never stalls',
    slow.status === 400 && slow.seconds > 47,
    `${slow.status} after ${slow.seconds.toFixed(0)} s`,
  );
  say('everybody after those', (await next(passing.url)) === 'well', await next(passing.url));
}
