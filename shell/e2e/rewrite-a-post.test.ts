import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings } from './findings.ts';
import { logIn, useProduct } from './journey.ts';

const running = useProduct();
const editor = (page: Page) => page.getByRole('textbox', { name: 'Generated content' });

test('somebody chooses one of three texts, has a part of it rewritten, and takes that back', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor();
  await logIn(page, product, 'manager');
  await page.getByRole('link', { name: 'Content Generator' }).first().click();
  await page.getByRole('combobox', { name: 'Content type' }).selectOption('promotional');
  await page.getByRole('textbox', { name: 'Topic / keywords' }).fill('fresh bread');
  await page.getByText(/^AI cost of all 3: about \$0\.\d{4}, at most \$0\.\d{4}\.$/).waitFor();

  await product.control('switches', { method: 'PUT', body: { openaiPieceMs: 1000 } });
  await page.getByRole('button', { name: 'Write 3 variants' }).click();
  await expect.poll(() => page.getByRole('group', { name: 'Text of variant 1' }).textContent()).toMatch(/\w+ \w+/);
  await page.getByRole('button', { name: 'Stop variant 3' }).click();
  await page.getByText(/^Stopped after \d+ words?\.$/).waitFor();
  await page.getByRole('button', { name: 'Stop all' }).click();
  await expect.poll(() => page.getByText(/^Stopped after \d+ words?\.$/).count()).toBe(3);
  await product.control('switches', { method: 'PUT', body: { openaiPieceMs: 0 } });
  await page.getByRole('button', { name: 'Write 3 others' }).click();
  await page.getByText('All 3 variants are ready.').waitFor();
  await page.getByRole('button', { name: 'Use variant 2' }).click();
  await editor(page).waitFor();
  expect(await findings(page)).toEqual([]);

  const chosen = await editor(page).inputValue();
  await editor(page).evaluate((area: HTMLTextAreaElement) => {
    area.focus();
    area.setSelectionRange(0, area.value.indexOf('.') + 1);
  });
  await page.getByRole('button', { name: 'Rewrite', exact: true }).click();
  await page.getByText(/^AI cost of each: about/).waitFor();
  await page.getByRole('button', { name: 'To Bahasa Melayu' }).click();
  const change = page.getByRole('region', { name: 'Suggested change' });
  await change.getByText(/It cost \$0\.\d{4}\./).waitFor();
  expect(await findings(page)).toEqual([]);
  await change.getByRole('button', { name: 'Keep' }).click();
  const kept = await editor(page).inputValue();
  expect([kept === chosen, kept.endsWith(chosen.slice(chosen.indexOf('.') + 1))]).toEqual([false, true]);
  await page.getByRole('button', { name: 'Undo change' }).click();
  await expect.poll(() => editor(page).inputValue()).toBe(chosen);
  await page.getByRole('button', { name: 'Redo change' }).click();
  await expect.poll(() => editor(page).inputValue()).toBe(kept);
  expect(complaints).toEqual([]);
});
