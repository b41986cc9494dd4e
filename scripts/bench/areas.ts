import type { Browser } from 'playwright-core';
import { containerName } from '../build/area-package.ts';
import { areaOf, remoteNames } from '../packages.ts';
import type { Product } from '../product.ts';
import { logIn } from './client.ts';
import { line } from './figures.ts';
import { isCode, kib, watchedPage } from './watched-page.ts';

const HOME = '/';

/** What each area adds once the dashboard stands and nothing is on its way any more. */
export async function benchAreas(product: Product, browser: Browser): Promise<void> {
  const { cookie } = await logIn(product, 'admin');
  for (const folder of remoteNames()) {
    const entry = areaOf(folder).nav.find(({ to }) => to !== HOME);
    if (entry === undefined) continue;
    const visit = await watchedPage(browser, product.url, cookie, { latencyMs: 0, mbit: null });
    await visit.page.goto(product.url);
    await visit.page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    await visit.quiet();
    visit.forget();
    await visit.page.locator(`nav a[href="${entry.to}"]`).click();
    await visit.page.locator(`[data-remote="${containerName(folder)}"] h1`).waitFor();
    await visit.quiet();
    const code = visit.fetched().filter(isCode);
    line(`Opening ${entry.label} adds`, `${kib(code)} KiB in ${code.length} files`, '', '');
    await visit.close();
  }
}
