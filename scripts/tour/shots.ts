import type { Page } from 'playwright-core';
import { automate, embed, makeStory, writeWithAi } from './scenes.ts';
import { attachPicture } from './picture.ts';

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

export const SIZES = {
  desk: { width: 1440, height: 900, scale: 1 },
  phone: { width: 390, height: 844, scale: 1.5 },
} as const;

/** In this order: what a scene leaves behind is there for those after it. */
export const SHOTS: readonly Shot[] = [
  { name: 'login', path: '/', role: null, size: 'desk', theme: 'light' },
  {
    name: 'access-required',
    path: '/unauthorized?facebookId=1021500000731&name=Marcus%20Lim',
    role: null,
    size: 'desk',
    theme: 'dark',
  },
  { name: 'privacy-policy', path: '/privacy-policy', role: null, size: 'desk', theme: 'light' },
  { name: 'app-review-demo', path: '/app-review-demo', role: null, size: 'desk', theme: 'light' },
  { name: 'dashboard', path: '/', role: 'manager', size: 'desk', theme: 'light' },
  { name: 'dashboard-dark', path: '/', role: 'manager', size: 'desk', theme: 'dark' },
  {
    name: 'generator',
    path: '/content-generator',
    role: 'manager',
    size: 'desk',
    theme: 'light',
    prepare: writeWithAi,
  },
  { name: 'scheduled', path: '/scheduled?view=table', role: 'manager', size: 'desk', theme: 'light' },
  {
    name: 'calendar',
    path: '/scheduled?view=calendar',
    role: 'manager',
    size: 'desk',
    theme: 'light',
  },
  {
    name: 'calendar-week-dark',
    path: '/scheduled?view=calendar&by=week',
    role: 'manager',
    size: 'desk',
    theme: 'dark',
    prepare: showNextWeek,
  },
  { name: 'history', path: '/history', role: 'manager', size: 'desk', theme: 'light' },
  { name: 'timeline', path: '/history', role: 'manager', size: 'desk', theme: 'light', prepare: makeStory },
  {
    name: 'media-center',
    path: '/media-center',
    role: 'manager',
    size: 'desk',
    theme: 'light',
    prepare: attachPicture,
  },
  { name: 'oembed', path: '/oembed-test', role: 'manager', size: 'desk', theme: 'light', prepare: embed },
  { name: 'settings', path: '/settings', role: 'manager', size: 'desk', theme: 'light' },
  { name: 'automation', path: '/automation', role: 'manager', size: 'desk', theme: 'light', prepare: automate },
  { name: 'admin', path: '/admin', role: 'admin', size: 'desk', theme: 'light' },
  { name: 'phone-dashboard', path: '/', role: 'manager', size: 'phone', theme: 'light' },
  { name: 'phone-generator', path: '/content-generator', role: 'manager', size: 'phone', theme: 'dark' },
  {
    name: 'phone-calendar',
    path: '/scheduled?view=calendar',
    role: 'manager',
    size: 'phone',
    theme: 'light',
  },
  { name: 'phone-history', path: '/history', role: 'manager', size: 'phone', theme: 'dark' },
];

async function showNextWeek(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Next week' }).click();
  await page.waitForLoadState('networkidle');
}
