import type { Product } from '../product.ts';
import { launchBrowser } from '../browser.ts';
import { logIn } from './client.ts';
import { line } from './figures.ts';

/** Long against everything that happens on this machine, so that round trips can be told apart by the clock. */
const LATENCY_MS = 400;

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

    const requests = new Map<string, { url: string; sentAt: number; bytes: number }>();
    network.on('Network.requestWillBeSent', ({ requestId, request, timestamp }) => {
      if (request.url.startsWith(product.url)) requests.set(requestId, { url: request.url, sentAt: timestamp, bytes: 0 });
    });
    network.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
      const seen = requests.get(requestId);
      if (seen !== undefined) seen.bytes = encodedDataLength;
    });
    await page.goto(product.url);
    await page.getByText('3 Page(s) Connected').waitFor();
    await page.waitForLoadState('networkidle');

    const all = [...requests.values()];
    const start = Math.min(...all.map(({ sentAt }) => sentAt));
    const levels = all.map(({ sentAt }) => Math.floor(((sentAt - start) * 1000) / LATENCY_MS + 0.15) + 1);
    const isCode = ({ url }: { url: string }) => !new URL(url).pathname.startsWith('/api/');
    const kib = (list: { bytes: number }[]) => (list.reduce((sum, { bytes }) => sum + bytes, 0) / 1024).toFixed(1);
    line('First visit to the dashboard: bytes', `${kib(all.filter(isCode))} KiB of code, ${kib(all)} in all`, 'brotli, with headers', 'aim 180 KiB');
    line('First visit to the dashboard: requests', `${all.length}, ${all.filter((one) => !isCode(one)).length} of them calls`, '', '');
    line('First visit to the dashboard: round trips', `depth ${Math.max(...levels)}`, '', 'aim 3');
  } finally {
    await browser.close();
  }
}
