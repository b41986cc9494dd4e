import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings, inspect, SOME_VIEWS } from './findings.ts';
import { continueWithFacebook, enter, logInWithFacebook, useProduct } from './journey.ts';

const running = useProduct();

async function openPanel(page: Page): Promise<void> {
  await page.goto(`${running.product.url}/admin`);
  await page.getByRole('heading', { level: 1, name: 'Admin Panel' }).waitFor();
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const toast = (page: Page, title: string) => page.getByText(title, { exact: true }).first().waitFor();

/** Presses what has the page say so and then load itself anew: whoever looks only afterwards may come too late. */
async function pressForReload(page: Page, button: Locator, title: string): Promise<void> {
  await Promise.all([toast(page, title), page.waitForEvent('load'), button.click()]);
}

/** Everything that came over Facebook's login ends here: inside, or at the card that asks for a code. */
async function comeByLink(page: Page, link: string, role: string): Promise<void> {
  await running.product.control('next-login', { method: 'PUT', body: { role } });
  await page.goto(link);
  await continueWithFacebook(page);
}

test('a code lets a stranger in by its link, and a block puts them out at once', async () => {
  const { product } = running;
  const [admin, stranger] = [await running.visitor(), await running.visitor()];
  const invitee = await product.person('invitee');
  await enter(admin.context, product, 'admin');
  await openPanel(admin.page);

  const codes = section(admin.page, 'Invitation Codes');
  await codes.getByLabel('Code', { exact: true }).fill('OUR-FRIENDS');
  await codes.getByLabel('Max uses').fill('1');
  await codes.getByRole('button', { name: 'Create Code' }).click();
  await toast(admin.page, 'Invitation Code Created');
  await codes.getByText('0 of 1 used').waitFor();
  await codes.getByRole('button', { name: 'Copy link for OUR-FRIENDS' }).click();
  await toast(admin.page, 'Content Copied');
  const link = await admin.page.evaluate(() => navigator.clipboard.readText());

  await comeByLink(stranger.page, link, 'invitee');
  await stranger.page.getByRole('heading', { level: 1, name: 'Access Required' }).waitFor();
  await stranger.page.getByRole('button', { name: 'Submit Code' }).click();
  await stranger.page.getByText('1 Page(s) Connected').waitFor();

  await openPanel(admin.page);
  await codes.getByText('1 of 1 used').waitFor();
  await codes.getByText('Used up').waitFor();
  const access = section(admin.page, 'Access Control');
  await access.getByRole('button', { name: `Block: ${invitee.name}` }).click();
  const block = admin.page.getByRole('alertdialog', { name: `Block ${invitee.name}?` });
  await block.getByRole('button', { name: 'Block' }).click();
  await toast(admin.page, 'Access Control Updated');

  await stranger.page.getByText('Authentication Required').waitFor();
  expect([...admin.violations, ...stranger.violations]).toEqual([]);
});

test('a login that was denied can be allowed from the list of logins', async () => {
  const { product } = running;
  const [admin, person] = [await running.visitor(), await running.visitor()];
  const blocked = await product.person('blocked');
  await comeByLink(person.page, product.url, 'blocked');
  await person.page.getByText('Access Denied: Your account has been blocked').waitFor();

  await enter(admin.context, product, 'admin');
  await openPanel(admin.page);
  const logins = section(admin.page, 'Login Activity');
  await logins.getByLabel('Filter by action').selectOption('Access denied');
  await logins.getByRole('searchbox').fill(blocked.id);
  await logins.getByText('1 entry').waitFor();
  await logins.getByRole('button', { name: `Allow ${blocked.name}` }).click();
  await toast(admin.page, 'Access Control Added');

  await logInWithFacebook(person.page, product, 'blocked');
  expect([...admin.violations, ...person.violations]).toEqual([]);
});

test('who is made an administrator has the panel, and loses it with the role', async () => {
  const { product } = running;
  const [admin, person] = [await running.visitor(), await running.visitor()];
  const many = await product.person('many');
  await enter(person.context, product, 'many');
  await enter(admin.context, product, 'admin');
  await openPanel(admin.page);
  const answer = (title: string, button: string) =>
    admin.page.getByRole('alertdialog', { name: title }).getByRole('button', { name: button }).click();
  await admin.page.getByRole('button', { name: `Make Admin: ${many.name}` }).click();
  await answer(`Make ${many.name} an admin?`, 'Make Admin');
  await toast(admin.page, 'Role Updated');

  await openPanel(person.page);
  await section(person.page, 'Access Control').getByText('(you)').waitFor();
  await admin.page.getByRole('button', { name: `Make User: ${many.name}` }).click();
  await answer(`Make ${many.name} a user?`, 'Make User');
  await admin.page.getByRole('button', { name: `Make Admin: ${many.name}` }).waitFor();
  expect(await person.page.evaluate(async () => (await fetch('/api/admin/access-control')).status)).toBe(403);
  await person.page.goto(`${product.url}/admin`);
  await person.page.getByRole('heading', { level: 1, name: 'Administrators Only' }).waitFor();
  expect([...admin.violations, ...person.violations]).toEqual([]);
});

test("in another's place the banner stands on every screen, Stop leads back, and the log names both", async () => {
  const { product } = running;
  const [owner, { page, violations }] = [await running.visitor(), await running.visitor()];
  const manager = await product.person('manager');
  await enter(owner.context, product, 'manager');
  await enter(page.context(), product, 'admin');
  await openPanel(page);
  await page.evaluate(() => {
    localStorage.setItem('left-behind', 'mine');
  });
  const search = page.getByRole('combobox', { name: 'Search by name or Facebook ID' });
  // What comes to the screen late takes the focus, and closes a list that was opened at once.
  await expect
    .poll(async () => {
      if (await search.isVisible()) return true;
      await section(page, 'Mock User').getByRole('combobox', { name: 'Person' }).click();
      return search.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      );
    })
    .toBe(true);
  await search.fill(manager.name);
  await page.getByRole('option', { name: manager.name }).click();
  await pressForReload(
    page,
    section(page, 'Mock User').getByRole('button', { name: 'Set Mock User' }),
    'Mock User Set',
  );

  const banner = section(page, 'Mock user');
  await banner.getByText(`You're acting as ${manager.name}`).waitFor();
  await page.getByText(`Welcome back, ${manager.name}`).waitFor();
  expect(await page.evaluate(() => localStorage.getItem('left-behind'))).toBeNull();
  for (const path of [
    '/',
    '/content-generator',
    '/super-generator',
    '/scheduled',
    '/history',
    '/media-center',
    '/settings',
    '/no-such-page',
    '/privacy-policy',
    '/app-review-demo',
    '/unauthorized',
  ]) {
    await page.goto(product.url + path);
    await banner.getByRole('button', { name: 'Stop' }).waitFor();
  }
  await page.goto(product.url);
  expect(await page.evaluate(async () => (await fetch('/api/admin/access-control')).status)).toBe(403);

  await pressForReload(page, banner.getByRole('button', { name: 'Stop' }), 'Mock User Cleared');
  await banner.waitFor({ state: 'detached' });
  await openPanel(page);
  const audit = section(page, 'Audit Log');
  await audit.getByRole('searchbox').fill(manager.name);
  await audit.getByText('Session: mock user set').waitFor();
  await audit.getByText('Session: mock user cleared').waitFor();
  expect(violations).toEqual([]);
});

test('keys are tested by a real call, and apps are changed without ever showing a secret', async () => {
  const { product } = running;
  const { page, violations } = await running.visitor();
  await enter(page.context(), product, 'admin');
  await openPanel(page);
  const keys = section(page, 'API Configuration');
  await keys.getByRole('button', { name: 'Test this key (OpenAI)' }).click();
  await keys.getByText('The key works. The AI wrote a short text with it.').waitFor();
  await keys.getByLabel('Fiztech API key').fill('wrong-fiztech-key-4711');
  await keys.getByRole('button', { name: 'Save Keys' }).click();
  await toast(page, 'API Configuration Updated');
  await keys.getByText('********************4711').waitFor();
  await keys.getByRole('button', { name: 'Test this key (Fiztech)' }).click();
  await keys.getByText("The tech site doesn't accept this key.").waitFor();

  const apps = section(page, 'Facebook Apps');
  const add = apps.getByRole('button', { name: 'Add App' });
  await apps.getByLabel('App ID').fill('5550001');
  expect(await add.isDisabled()).toBe(true);
  await apps.getByLabel('App secret').fill('never-to-be-shown');
  await apps.getByLabel('Environment').selectOption('Production');
  await add.click();
  await toast(page, 'Facebook App Added');
  const row = apps.getByRole('listitem').filter({ hasText: '5550001' });
  await row.getByText('********************').waitFor();
  await row.getByRole('button', { name: 'Edit app 5550001' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/Description/).fill('For the shops');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await toast(page, 'Facebook App Updated');
  await row.getByText('For the shops').waitFor();
  expect(await page.content()).not.toContain('never-to-be-shown');
  await row.getByRole('button', { name: 'Delete app 5550001' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await toast(page, 'Facebook App Deleted');
  await row.waitFor({ state: 'detached' });
  expect(violations).toEqual([]);
});

test('an environment shows its own world, the switch says what is due in each, and is on record', async () => {
  const { product } = running;
  const { page, violations } = await running.visitor();
  await enter(page.context(), product, 'admin');
  await openPanel(page);
  const environments = section(page, 'Environment');
  await environments.getByRole('button', { name: 'Switch to Test' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Switch to Test?' });
  for (const name of ['Development', 'Test', 'Production'])
    await dialog.getByText(new RegExp(`^${name}: .* due in the next 24 hours$`)).waitFor();
  await pressForReload(page, dialog.getByRole('button', { name: 'Switch to Test' }), 'Environment Switched');

  // The page reloads by itself; nobody has logged in to this world yet, and nothing of the other one is in it.
  await page.getByText('Authentication Required').waitFor();
  await logInWithFacebook(page, product, 'admin');
  await openPanel(page);
  await environments.getByRole('listitem').filter({ hasText: 'Current' }).getByText('Test', { exact: true }).waitFor();
  await section(page, 'Audit Log').getByText('Configuration: environment switched').first().waitFor();
  await environments.getByRole('button', { name: 'Switch to Development' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Switch to Development' }).click();
  await page.getByText('Authentication Required').waitFor();
  expect(violations).toEqual([]);
});

test('the panel is whole and accessible at every width and in both themes', async () => {
  const { product } = running;
  const { page, violations } = await running.visitor();
  await enter(page.context(), product, 'admin');
  const found = await inspect(page, `${product.url}/admin`, SOME_VIEWS);
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await page.getByRole('alertdialog').waitFor();
  found.push(...(await findings(page, SOME_VIEWS, '[role=alertdialog]')));
  expect(found).toEqual([]);
  expect(violations).toEqual([]);
});
