import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { logIn, useProduct } from './journey.ts';

const running = useProduct();

const cardOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name }) });

async function bottomOf(button: Locator): Promise<number> {
  const { y = Infinity, height = 0 } = (await button.boundingBox()) ?? {};
  return y + height;
}

test('a manager automates two pages, approves the draft and stops: each page has what was agreed to', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor();
  const [direct, careful] = (await product.person('manager')).pages;
  if (direct === undefined || careful === undefined) throw new Error('The manager has two pages');
  const publishedOn = async (id: string) =>
    (await product.postsOf(id)).filter((post) => post.is_published).map((post) => post.message);
  const before = { direct: (await publishedOn(direct.id)).length, careful: (await publishedOn(careful.id)).length };
  await logIn(page, product, 'manager');
  await page.getByRole('link', { name: 'Super Generator' }).click();
  await page.getByText('Automation Not Started').waitFor();

  await page.getByRole('radio', { name: '24 hours' }).click();
  await page.evaluate(() => history.back());
  await page
    .getByRole('dialog', { name: 'Unsaved changes' })
    .getByRole('button', { name: 'Leave without saving' })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
  await page.getByRole('link', { name: 'Super Generator' }).click();
  await page.getByRole('radio', { name: '6 hours', checked: true }).waitFor();
  for (const { name } of [direct, careful]) {
    await page.getByRole('switch', { name: `Automate ${name}` }).check();
    await cardOf(page, name).getByLabel('Posts per cycle').fill('2');
    await cardOf(page, name).getByLabel('Content scope').fill('A neighbourhood bakery: bread, seasons, people.');
  }
  await expect.poll(() => cardOf(page, careful.name).getByLabel('Review').textContent()).toContain('Ask me first');
  await cardOf(page, direct.name).getByLabel('Review').selectOption('Publish without review');
  await page.getByRole('link', { name: 'Post History' }).first().click();
  await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save and start' }).click();
  const question = page.getByRole('dialog', { name: 'Publish without review?' });
  await question
    .getByText(`Pagecast publishes what the AI writes for ${direct.name}. Nobody reads it first.`)
    .waitFor();
  await question.getByRole('button', { name: 'Publish without review', disabled: false }).waitFor();
  // On a phone the sample is longer than the window.
  await page.setViewportSize({ width: 390, height: 640 });
  const cancel = question.getByRole('button', { name: 'Cancel' });
  await expect.poll(() => bottomOf(cancel)).toBeLessThanOrEqual(640);
  expect(await bottomOf(cancel)).toBeGreaterThan(610);
  await page.setViewportSize({ width: 1440, height: 900 });
  await question.getByRole('button', { name: 'Publish without review' }).click();
  await page.getByText('Automation started', { exact: true }).waitFor();
  await page.getByText('Active', { exact: true }).waitFor();
  await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^05:59:\d\d$/);

  // Once it is out, nothing moves in the queue any more.
  await expect.poll(async () => (await publishedOn(direct.id)).length - before.direct, { interval: 250 }).toBe(1);
  await page.getByText('4 planned: 1 published, 3 waiting.').waitFor();
  const queue = page.getByRole('list', { name: 'Upcoming posts' });
  const draft = queue
    .getByRole('listitem')
    .filter({ hasText: careful.name })
    .filter({ hasText: 'Needs your approval' });
  await draft.getByRole('button', { name: /^Preview/ }).click();
  const review = page.getByRole('dialog', { name: 'Review Post' });
  await review.getByRole('button', { name: 'Edit', exact: true }).click();
  const edit = page.getByRole('dialog', { name: 'Edit Post' });
  const text = `${await edit.getByLabel('Text').inputValue()}\n\nRead by a human.`;
  await edit.getByLabel('Text').fill(text);
  await page.keyboard.press('Escape');
  await page
    .getByRole('alertdialog', { name: 'Discard your changes?' })
    .getByRole('button', { name: 'Keep editing' })
    .click();
  expect(await edit.getByLabel('Text').inputValue()).toBe(text);
  await edit.getByRole('button', { name: 'Save Changes' }).click();
  await page.getByText('Post updated', { exact: true }).waitFor();
  await edit.waitFor({ state: 'hidden' });
  await draft
    .filter({ hasText: 'Needs your approval' })
    .getByRole('button', { name: /^Approve/ })
    .click();
  await page.getByText('Post approved', { exact: true }).waitFor();

  await expect
    .poll(async () => (await publishedOn(careful.id)).slice(before.careful), { interval: 250 })
    .toEqual([text]);
  await page.getByText('4 planned: 2 published, 2 waiting.').waitFor();

  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByText('Automation stopped', { exact: true }).waitFor();
  await page.getByText('Inactive', { exact: true }).waitFor();
  await page.getByText('Automation Not Started').waitFor();
  expect(complaints).toEqual([]);
});
