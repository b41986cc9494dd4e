import type { Page } from 'playwright-core';

export interface Shot {
  readonly name: string;
  readonly path: string;
  /** Who looks; null: a visitor who is not logged in. */
  readonly role: 'manager' | 'admin' | null;
  readonly size: keyof typeof SIZES;
  readonly theme: 'light' | 'dark';
  /** What to do before the picture is taken. */
  readonly prepare?: (page: Page) => Promise<void>;
}

export const SIZES = { desk: { width: 1440, height: 900, scale: 1 }, phone: { width: 390, height: 844, scale: 1.5 } } as const;

export const SHOTS: readonly Shot[] = [
  { name: 'login', path: '/', role: null, size: 'desk', theme: 'light' },
  { name: 'dashboard', path: '/', role: 'manager', size: 'desk', theme: 'light' },
  { name: 'dashboard-dark', path: '/', role: 'manager', size: 'desk', theme: 'dark' },
  { name: 'generator', path: '/content-generator', role: 'manager', size: 'desk', theme: 'light', prepare: writeWithAi },
  { name: 'scheduled', path: '/scheduled?view=table', role: 'manager', size: 'desk', theme: 'light' },
  { name: 'calendar', path: '/scheduled?view=calendar', role: 'manager', size: 'desk', theme: 'light' },
  { name: 'history', path: '/history', role: 'manager', size: 'desk', theme: 'light' },
  { name: 'automation', path: '/automation', role: 'manager', size: 'desk', theme: 'dark' },
  { name: 'media', path: '/media-center', role: 'manager', size: 'desk', theme: 'light' },
  { name: 'settings', path: '/settings', role: 'manager', size: 'desk', theme: 'dark' },
  { name: 'admin', path: '/admin', role: 'admin', size: 'desk', theme: 'light' },
  { name: 'phone-dashboard', path: '/', role: 'manager', size: 'phone', theme: 'light' },
  { name: 'phone-generator', path: '/content-generator', role: 'manager', size: 'phone', theme: 'dark' },
  { name: 'phone-scheduled', path: '/scheduled', role: 'manager', size: 'phone', theme: 'dark' },
];

async function writeWithAi(page: Page): Promise<void> {
  await page.getByLabel('Facebook page').selectOption({ index: 1 });
  await page.getByLabel('Content type').selectOption({ index: 1 });
  await page.getByLabel(/Keywords|Topic/).first().fill('a new breakfast menu');
  await page.getByRole('button', { name: 'Generate', exact: false }).first().click();
  await page.getByRole('button', { name: /Regenerate/ }).first().waitFor();
}
