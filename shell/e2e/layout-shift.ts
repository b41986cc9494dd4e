import type { BrowserContext, Page } from 'playwright-core';

interface Shift {
  readonly value: number;
  /** What moved, by its first words. */
  readonly moved: string;
}

/** Keeps every shift of layout that nobody's hand set off, in each page that the context opens from now on. */
export async function watchShifts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    const nameOf = (node: Node | null) => (node?.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 40);
    interface LayoutShift extends PerformanceEntry {
      readonly value: number;
      readonly hadRecentInput: boolean;
      readonly sources: readonly { readonly node: Node | null }[];
    }
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as LayoutShift[])
        if (!hadRecentInput) shifts.push({ value, moved: sources.map(({ node }) => `"${nameOf(node)}"`).join(', ') });
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** All shifts since the page was opened, as Chromium scores them, with what moved most. */
export async function shiftsOf(page: Page): Promise<{ score: number; moved: string }> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);
  return {
    score: shifts.reduce((sum, { value }) => sum + value, 0),
    moved: shifts.toSorted((one, other) => other.value - one.value)[0]?.moved ?? '',
  };
}

/**
 * Answers of the API and the font come late, each after its own while (the same at every run), so that a screen fills
 * up piece by piece.
 */
export async function slowDown(context: BrowserContext): Promise<void> {
  await context.route(/\/api\/(?!events)|\.woff2$/, async (route) => {
    const { length } = new URL(route.request().url()).pathname;
    await new Promise((resolve) => {
      setTimeout(resolve, 200 + ((length * 97) % 500));
    });
    // The page may be gone by then.
    await route.continue().catch(() => {});
  });
}
