import type { Page } from 'playwright-core';
import type { Area, PathOf } from '../../api/src/contract/remotes.ts';
import { photoFile } from '../../api/src/testing/real-media.ts';
import type { area as admin } from '../../mf-admin/src/area.ts';
import type { area as automation } from '../../mf-automation/src/area.ts';
import type { area as dashboard } from '../../mf-dashboard/src/area.ts';
import type { area as generator } from '../../mf-generator/src/area.ts';
import type { area as history } from '../../mf-history/src/area.ts';
import type { area as media } from '../../mf-media/src/area.ts';
import { choosePage } from '../../scripts/testing/choose-page.ts';

interface Tour<A extends Area> {
  /** Each path that the area serves, and the heading of its screen. */
  readonly screens: Record<PathOf<A>, string | RegExp>;
  /** What people come for, begun on the first of these screens. */
  readonly act: (page: Page) => Promise<void>;
}

const toast = (page: Page, title: string) => page.getByText(title, { exact: true }).first().waitFor();

/**
 * A walk through each area that builds of different days must stand: in words that stay, because the specification has
 * them.
 */
export const AREA_TOURS: {
  'mf-dashboard': Tour<typeof dashboard>;
  'mf-generator': Tour<typeof generator>;
  'mf-history': Tour<typeof history>;
  'mf-automation': Tour<typeof automation>;
  'mf-media': Tour<typeof media>;
  'mf-admin': Tour<typeof admin>;
} = {
  'mf-dashboard': {
    screens: { '/': 'Dashboard' },
    async act(page) {
      await page.getByLabel('Content type').selectOption('promotional');
      await page.getByLabel('Keywords').fill('kaya toast');
      await page.getByRole('button', { name: 'Generate Content' }).click();
      await page.getByRole('button', { name: 'Copy' }).click();
      await toast(page, 'Content Copied');
      await page.getByRole('link', { name: 'New Post' }).click();
      await page.getByRole('heading', { level: 1, name: /^Create content/ }).waitFor();
    },
  },
  'mf-generator': {
    screens: {
      '/content-generator': /^Create content/,
      '/content-generator/voice': 'Page Voice',
      '/content-generator/feeds': 'Feeds',
    },
    async act(page) {
      await choosePage(page);
      await page.getByRole('tab', { name: 'Manual Input' }).click();
      await page.getByRole('textbox', { name: 'Your content' }).fill(`Closed on Monday, ${page.url()}`);
      await page.getByRole('button', { name: 'Publish Now' }).click();
      await toast(page, 'Published to Facebook');
    },
  },
  'mf-history': {
    screens: { '/history': 'Post History', '/scheduled': /^Scheduled Posts/, '/history/post': 'Post Timeline' },
    async act(page) {
      await page.evaluate(async () => {
        const [first] = (await (await fetch('/api/facebook-pages')).json()) as { id: number }[];
        await fetch('/api/posts', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            content: `A word to our guests, ${performance.timeOrigin}`,
            facebookPageId: first?.id,
            status: 'published',
          }),
        });
      });
      const row = page.getByRole('listitem').filter({ hasText: 'A word to our guests' });
      await row.hover();
      await row.getByRole('link', { name: 'Timeline' }).click();
      await page.getByRole('heading', { level: 1, name: 'Post Timeline' }).waitFor();
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await toast(page, 'Post deleted');
    },
  },
  'mf-automation': {
    screens: { '/automation': 'Super Content Generator', '/super-generator': 'Super Content Generator' },
    async act(page) {
      await page.getByRole('switch', { name: /^Automate / }).check();
      await page.getByLabel('Content scope').fill('A neighbourhood bakery.');
      await page.getByRole('button', { name: 'Start', exact: true }).click();
      await page
        .getByRole('dialog', { name: 'Unsaved changes' })
        .getByRole('button', { name: 'Save and start' })
        .click();
      await toast(page, 'Automation started');
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await toast(page, 'Automation stopped');
    },
  },
  'mf-media': {
    screens: {
      '/media-center': 'Media Center',
      '/media-library': 'Media Library',
      '/media-test': 'Media Center',
      '/oembed-test': /oEmbed/i,
    },
    async act(page) {
      await choosePage(page);
      await page.getByLabel('Content').fill('One loaf');
      await page.getByRole('radio', { name: 'Image' }).check();
      await page
        .getByLabel(/^Choose/)
        .setInputFiles({ name: 'loaf.jpg', mimeType: 'image/jpeg', buffer: await photoFile() });
      await page.getByText(/^Ready/).waitFor();
      await page.getByRole('button', { name: 'Publish Now' }).click();
      await toast(page, 'Post published successfully!');
    },
  },
  'mf-admin': {
    screens: { '/admin': 'Admin Panel', '/admin-panel': 'Admin Panel' },
    async act(page) {
      const codes = page.getByRole('region', { name: 'Invitation Codes', exact: true });
      await codes.getByLabel('Code', { exact: true }).fill('OUR-FRIENDS');
      await codes.getByRole('button', { name: 'Create Code' }).click();
      await toast(page, 'Invitation Code Created');
      await codes.getByRole('button', { name: 'Copy link for OUR-FRIENDS' }).click();
      await toast(page, 'Content Copied');
    },
  },
};
