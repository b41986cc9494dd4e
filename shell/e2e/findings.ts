import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** What axe finds on the page as it stands, one line each. */
export async function findings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const results = await page.evaluate(() => (window as unknown as { axe: typeof axe }).axe.run(document, { resultTypes: ['violations'] }));
  return results.violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)}`));
}

async function settle(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.waitForLoadState('networkidle');
}

/** A screen by its address: what axe finds, and whether it is wider than the window. */
export async function look(page: Page, url: string): Promise<string[]> {
  await settle(page, url);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return [...(await findings(page)), ...(overflow > 0 ? [`wider than the window by ${overflow} px`] : [])].map((finding) => `${new URL(url).pathname} ${finding}`);
}
