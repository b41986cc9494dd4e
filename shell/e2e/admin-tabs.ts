import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { enter, PATIENCE_MS, waitAsLongAsTest, type useProduct } from './journey.ts';

const OTHERS = [
  ['Content Generator', /^Create content/],
  ['Super Generator', 'Super Content Generator'],
  ['Media Center', 'Media Center'],
  ['Admin Panel', 'Admin Panel'],
  ['Settings', 'Settings'],
  ['Dashboard', 'Dashboard'],
] as const;
export const openArea = (page: Page, entry: string) => page.getByRole('link', { name: entry }).first().click();
export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name, exact: true });
/** What stands in the place of the broken area. */
export const card = (page: Page) => page.getByRole('alert').filter({ hasText: "Post History isn't available" });
/** Names the fault in what failed. */
export const during = <Result>(what: string, work: () => Promise<Result>) =>
  work().catch((error: unknown) => {
    throw new Error(`When ${what}: ${String(error)}`, { cause: error });
  });

/**
 * Tabs of one administrator, each with what it reported of remotes that did not come; `violations` is what nobody
 * caught in any of them.
 */
export async function adminTabs(running: ReturnType<typeof useProduct>) {
  const { context, violations } = await running.visitor({ isHurried: true });
  await enter(context, running.product, 'admin');
  return {
    violations,
    /** @param isPatient for what fails at once, however long a busy machine takes to come to it */
    async tab({ isPatient = false }: { isPatient?: boolean } = {}) {
      const page = await context.newPage();
      if (isPatient) await waitAsLongAsTest(page);
      page.setDefaultTimeout(PATIENCE_MS);
      // What glows while it is waited for would be painted sixty times a second, for as long as a file does not come.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      page.on('pageerror', (error) => violations.push(`uncaught: ${error.message}`));
      // A screen of the shell itself, so that nothing else is on its way.
      await page.goto(`${running.product.url}/settings`);
      await screenOf(page, 'Settings');
      const reported: string[] = [];
      page.on('request', (request) => {
        if (!request.url().endsWith('/api/telemetry/remotes')) return;
        const { name, version, phase } = request.postDataJSON() as {
          name: string;
          version: string;
          phase: string | null;
        };
        if (phase !== null) reported.push(`${name} ${version} ${phase}`);
      });
      await page.evaluate(() => {
        Object.assign(window, { sameVisit: true });
      });
      return { page, reported };
    },
  };
}

/**
 * Waits for the screen of an area. On a machine so busy that whole files come later than people are asked to wait, it
 * presses Try again, as they would.
 * @returns how often it had to
 */
export async function screenOf(page: Page, name: string | RegExp): Promise<number> {
  const again = page.getByRole('button', { name: 'Try again' });
  let presses = 0;
  await expect
    .poll(async () => {
      if (await heading(page, name).isVisible()) return true;
      if (await again.isVisible()) {
        presses += 1;
        // It may go in this very moment.
        await again.click({ timeout: 1000 }).catch(() => {});
      }
      return false;
    })
    .toBe(true);
  return presses;
}

/**
 * Opens other areas than the broken one, up to all of them.
 * @param first where it begins in their list, over whose end it goes on at the front
 */
export async function othersWork(
  page: Page,
  { first = 0, count = OTHERS.length }: { first?: number; count?: number } = {},
): Promise<void> {
  for (const [entry, name] of [...OTHERS, ...OTHERS].slice(first % OTHERS.length).slice(0, count)) {
    await openArea(page, entry);
    await screenOf(page, name);
  }
}
