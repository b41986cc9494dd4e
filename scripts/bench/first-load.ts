import type { Product } from '../product.ts';
import { launchBrowser } from '../browser.ts';
import { logIn } from './client.ts';
import { line } from './figures.ts';

/** Long against everything that happens on this machine, so that rounds can be told apart by the clock. */
const LATENCY_MS = 400;

interface Fetched {
  readonly url: string;
  /** When the page asked for it and when it was there, s. */
  readonly askedAt: number;
  doneAt: number;
  bytes: number;
}

/**
 * Rounds one after another: what was asked for only once something of the round before was there.
 * Waiting for one of the six connections that HTTP/1.1 has is no round of its own.
 */
function depth(requests: readonly Fetched[]): number {
  const levels = new Map<Fetched, number>();
  for (const request of [...requests].sort((a, b) => a.askedAt - b.askedAt)) {
    const before = [...levels].filter(([other]) => other.doneAt <= request.askedAt).map(([, level]) => level);
    levels.set(request, 1 + Math.max(0, ...before));
  }
  return Math.max(...levels.values());
}

/** What a browser with an empty cache fetches until the dashboard stands, and in how many rounds one after another. */
export async function benchFirstLoad(product: Product): Promise<void> {
  const { cookie } = await logIn(product, 'manager');
  const [name = '', value = ''] = cookie.split('=');
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext();
    await context.addCookies([{ name, value, url: product.url }]);
    const page = await context.newPage();
    const network = await context.newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', { offline: false, latency: LATENCY_MS, downloadThroughput: -1, uploadThroughput: -1 });

    const requests = new Map<string, Fetched>();
    network.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
      if (request.url.startsWith(product.url)) requests.set(requestId, { url: request.url, askedAt: timestamp, doneAt: Infinity, bytes: 0 });
    });
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength, timestamp }) => {
      Object.assign(requests.get(requestId) ?? {}, { bytes: encodedDataLength, doneAt: timestamp });
    });
    await page.goto(product.url);
    await page.getByText('3 Page(s) Connected').waitFor();
    await page.waitForLoadState('networkidle');

    // Ready is when the last of the dashboard's calls is on its way for the first time: what comes later was loaded for later,
    // and what is read again has changed meanwhile.
    const firstAsked = new Map<string, number>();
    for (const { url, askedAt } of requests.values()) {
      const { pathname } = new URL(url);
      if (pathname.startsWith('/api/dashboard/')) firstAsked.set(pathname, Math.min(askedAt, firstAsked.get(pathname) ?? Infinity));
    }
    const readyAt = Math.max(...firstAsked.values());
    const all = [...requests.values()].filter(({ askedAt }) => askedAt <= readyAt);
    const isCode = ({ url }: { url: string }) => !new URL(url).pathname.startsWith('/api/');
    const kib = (list: { bytes: number }[]) => (list.reduce((sum, { bytes }) => sum + bytes, 0) / 1024).toFixed(1);
    const isFont = ({ url }: { url: string }) => url.endsWith('.woff2');
    line('First visit to the dashboard: bytes', `${kib(all.filter((one) => isCode(one) && !isFont(one)))} KiB of code, brotli`, `font ${kib(all.filter(isFont))}, calls ${kib(all.filter((one) => !isCode(one)))} KiB`, 'aim 180 KiB');
    line('First visit to the dashboard: requests', `${all.length}, ${all.filter((one) => !isCode(one)).length} of them calls`, '', '');
    line('First visit to the dashboard: round trips', `depth ${depth(all)}`, '', 'aim 3');
  } finally {
    await browser.close();
  }
}
