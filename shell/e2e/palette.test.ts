import { expect, test } from 'vitest';
import { logIn, useProduct } from './journey.ts';

const running = useProduct();

test.each([390, 1440])(
  'the palette finds by keyboard alone, and letters lead where an area says, at %i px',
  async (width) => {
    const { page, violations } = await running.visitor({ width, colorScheme: width === 390 ? 'dark' : 'light' });
    await logIn(page, running.product, 'manager');
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search and commands' });
    await palette.getByRole('combobox').fill('calendar');
    await palette.getByRole('option', { name: /^Show scheduled posts in a calendar/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /^Scheduled Posts/ }).waitFor();
    expect(new URL(page.url()).search).toBe('?view=calendar');

    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Write a post').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor({ state: 'detached' });
    // At once: two letters that a busy machine brings too far apart are no shortcut.
    await Promise.all([page.keyboard.press('g'), page.keyboard.press('h')]);
    await page.getByRole('heading', { level: 1, name: 'Post History' }).waitFor();
    await page.getByRole('searchbox').pressSequentially('g d ?');
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/history');
    expect(violations).toEqual([]);
  },
);
