import type { Page } from 'playwright-core';

/**
 * Chooses a Facebook page on a screen.
 * @param name the first in the list where it is left out
 */
export async function choosePage(page: Page, name?: string): Promise<void> {
  const field = page.getByLabel('Facebook page');
  // Builds of an earlier day have the browser's own list here.
  if (await field.evaluate((element) => element instanceof HTMLSelectElement)) {
    await field.selectOption(name === undefined ? { index: 1 } : { label: name });
    return;
  }
  await field.click();
  // Not those of other fields, which are the browser's own.
  const options = page.getByRole('listbox').getByRole('option');
  await (name === undefined ? options : options.filter({ hasText: name })).first().click();
}
