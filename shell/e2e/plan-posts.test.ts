import type { Locator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings, SOME_VIEWS } from './findings.ts';
import { logIn, useProduct } from './journey.ts';
import { MOST_UNDO_SECONDS } from '../../api/src/contract/publishing.ts';
import { AT_TECH_SITE, manyPosts } from '../../api/src/testing/many-posts.ts';

const running = useProduct();

/**
 * What every test starts from: posts at nine in the morning, in Kuala Lumpur, on days that a calendar shows together.
 * @param weekday of the first, as in `nine`
 */
async function planPosts(page: Page, contents: readonly string[], weekday = 1): Promise<void> {
  await page.evaluate(
    async ({ contents: texts, start }) => {
      const [first] = (await (await fetch('/api/facebook-pages')).json()) as { id: number }[];
      for (const [index, content] of texts.entries()) {
        await fetch('/api/posts', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            content,
            facebookPageId: first?.id,
            status: 'scheduled',
            scheduledAt: new Date(start + index * 86_400_000).toISOString(),
          }),
        });
      }
    },
    { contents, start: nine(weekday) },
  );
}

/** The same week all along, though another one begins meanwhile. */
const BEGAN = Date.now();
/** Nine in the morning there, so many days after the Monday of a week that is wholly ahead. */
function nine(weekday: number): number {
  const today = new Date(BEGAN + 8 * 3_600_000);
  const daysToMonday = 7 + ((8 - today.getUTCDay()) % 7);
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + daysToMonday + weekday - 1, 1);
}
const dayOf = (instant: number) => new Date(instant + 8 * 3_600_000).toISOString().slice(0, 10);
const weekAddress = (url: string) => `${url}/scheduled?view=calendar&by=week&date=${dayOf(nine(1))}`;
const cell = (page: Page, weekday: number) => page.locator(`[data-day="${dayOf(nine(weekday))}"]`);

async function instantOf(page: Page, content: string): Promise<string | undefined> {
  return page.evaluate(async (text) => {
    const { posts } = (await (await fetch(`/api/posts/waiting?for=time&text=${encodeURIComponent(text)}`)).json()) as {
      posts: { content: string; scheduledAt: string }[];
    };
    return posts.find((post) => post.content === text)?.scheduledAt;
  }, content);
}

test('a post is moved by dragging, by keys and by its menu, keeps its time of day, and is moved back', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor();
  await logIn(page, product, 'manager');
  await planPosts(page, ['Bread on Monday', 'Kopi on Tuesday']);
  await page.goto(weekAddress(product.url));
  const bread = page.getByRole('button', { name: /Bread on Monday/ });

  await bread.dragTo(cell(page, 3));
  await page.getByText('Schedule Updated').waitFor();
  await cell(page, 3)
    .getByRole('button', { name: /^9:00 .*Bread on Monday/ })
    .waitFor();
  expect(await instantOf(page, 'Bread on Monday')).toBe(new Date(nine(3)).toISOString());

  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Back to').waitFor();
  await expect.poll(() => instantOf(page, 'Bread on Monday')).toBe(new Date(nine(1)).toISOString());

  await bread.focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(() => instantOf(page, 'Bread on Monday')).toBe(new Date(nine(2)).toISOString());
  await expect.poll(() => bread.evaluate((element) => element === document.activeElement)).toBe(true);
  // Both at nine on Tuesday now, on one page.
  await page.getByRole('button', { name: /^2 posts less than 30 min apart/ }).waitFor();

  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: /^The next free day/ }).click();
  await expect.poll(() => instantOf(page, 'Bread on Monday')).toBe(new Date(nine(3)).toISOString());
  await expect.poll(() => bread.evaluate((element) => element === document.activeElement)).toBe(true);

  await page.reload();
  await cell(page, 3)
    .getByRole('button', { name: /Bread on Monday/ })
    .waitFor();
  expect(complaints).toEqual([]);
});

test('a move that the server refuses goes back and says why, and filters narrow table and calendar alike', async () => {
  const { product } = running;
  const { page, context } = await running.visitor();
  await logIn(page, product, 'many');
  await planPosts(page, ['Bread on Monday', 'Kopi on Tuesday']);
  await page.goto(weekAddress(product.url));
  await context.route('**/api/posts/*', (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill({ status: 409, json: { message: 'This post is being published right now.', code: 'conflict' } })
      : route.fallback(),
  );
  await page.getByRole('button', { name: /Bread on Monday/ }).dragTo(cell(page, 5));
  await page.getByRole('alert').getByText('This post is being published right now.', { exact: true }).waitFor();
  await cell(page, 1)
    .getByRole('button', { name: /Bread on Monday/ })
    .waitFor();

  await page.getByRole('searchbox', { name: 'Search posts' }).fill('kopi');
  await page.getByRole('button', { name: /Bread on Monday/ }).waitFor({ state: 'detached' });
  await page.getByText('Table', { exact: true }).click();
  await expect.poll(() => page.getByRole('table').getByRole('row').count()).toBe(2);
  expect(new URL(page.url()).search).toContain('text=kopi');

  await page.getByRole('button', { name: 'Duplicate' }).click();
  await page.getByRole('dialog', { name: 'Duplicate Post' }).getByRole('button', { name: 'Schedule Post' }).click();
  await page.getByText('Post Scheduled', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Scheduled Posts (3)' }).waitFor();
});

test('three thousand posts are a calendar, an agenda and a table that answer at once', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor();
  await logIn(page, product, 'nopages');
  await product.sql(
    manyPosts({
      status: 'scheduled',
      values: {
        ...AT_TECH_SITE,
        content: "'One of many, number ' || n",
        content_type: "'tech-news'",
        scheduled_at: `to_timestamp(${nine(1) / 1000}) + n * interval '12 minutes'`,
      },
      count: 3000,
      of: `u.facebook_id = '${(await product.person('nopages')).id}'`,
    }),
  );
  await page.goto(`${product.url}/scheduled?view=calendar&date=${dayOf(nine(8))}`);
  await page.getByRole('heading', { name: 'Scheduled Posts (3,000)' }).waitFor();
  await page
    .getByRole('button', { name: /^116 more/ })
    .first()
    .click();
  await page.getByRole('radio', { name: 'Week' }).and(page.locator(':checked')).waitFor();
  await page
    .getByRole('button', { name: /more on/ })
    .first()
    .waitFor();
  // A grid and, at the width of a phone, an agenda.
  expect(await findings(page, SOME_VIEWS)).toEqual([]);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('heading', { level: 3 }).first().waitFor();
  await page.locator('[data-calendar-item^="post-"]').first().click();
  const menu = await page.getByRole('menu').boundingBox();
  expect(menu !== null && menu.x >= 0 && menu.x + menu.width <= 390).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByText('Table', { exact: true }).click();
  await page.getByText('Page 1 of 120').waitFor();
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByText('Page 2 of 120').waitFor();
  expect(complaints).toEqual([]);
});

test('a day that is over takes no post, Publish now can be undone, and typed words are not thrown away', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor();
  await logIn(page, product, 'manager');
  await page.evaluate(async () => {
    const [first] = (await (await fetch('/api/facebook-pages')).json()) as { id: number }[];
    await fetch('/api/posts', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        content: 'Laksa in a moment',
        facebookPageId: first?.id,
        status: 'scheduled',
        scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
      }),
    });
  });
  const before = await instantOf(page, 'Laksa in a moment');
  // A month may begin with today, and then shows no day that is over: a week before the post always is.
  const day = dayOf(new Date(before ?? '').getTime());
  await page.goto(`${product.url}/scheduled?view=calendar&date=${day}`);
  const laksa = page.getByRole('button', { name: /Laksa in a moment/ });
  await laksa.focus();
  await page.keyboard.press('Shift+ArrowUp');
  await page.getByText('Invalid Schedule Time', { exact: true }).waitFor();
  expect(await instantOf(page, 'Laksa in a moment')).toBe(before);

  // A step within the page, so that Back leads to the calendar without loading it.
  await page.getByText('Table', { exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: 'Laksa in a moment' });
  await row.getByRole('button', { name: 'Edit text' }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Post' });
  await dialog.getByLabel('Text').fill('Laksa from ten');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect(await dialog.getByLabel('Text').inputValue()).toBe('Laksa from ten');
  await page.evaluate(() => history.back());
  await page.getByRole('button', { name: 'Keep editing' }).click();
  expect(await dialog.getByLabel('Text').inputValue()).toBe('Laksa from ten');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await dialog.waitFor({ state: 'detached' });
  await row.getByRole('button', { name: 'Edit text' }).click();
  await dialog.waitFor();
  await page.evaluate(() => history.back());
  await dialog.waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe(`?date=${day}`);

  // For as long as can be asked for: a busy machine may need the usual seconds to come to it.
  await page.route(
    '**/api/posts/*/publish',
    (route) => route.continue({ postData: JSON.stringify({ delaySeconds: MOST_UNDO_SECONDS }) }),
    { times: 1 },
  );
  await row.getByRole('button', { name: 'Publish now' }).click();
  const undo = row.getByRole('button', { name: 'Undo' });
  await expect.poll(() => undo.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText('Publishing Undone', { exact: true }).waitFor();
  expect(await instantOf(page, 'Laksa in a moment')).toBe(before);

  await row.getByRole('button', { name: 'Publish now' }).click();
  await page.getByText('Published to Facebook', { exact: true }).waitFor();
  await page.goto(`${product.url}/scheduled?view=calendar`);
  const published = page.getByRole('link', { name: /^Published .*Laksa in a moment/ });
  await published.waitFor();
  await page.getByRole('checkbox', { name: 'Show published posts' }).click();
  await published.waitFor({ state: 'detached' });
  await page.getByRole('checkbox', { name: 'Show published posts' }).click();
  await published.click();
  await page.getByRole('heading', { level: 1, name: 'Post Timeline' }).waitFor();
  await page.getByRole('link', { name: 'Scheduled Posts' }).last().click();
  await expect.poll(() => new URL(page.url()).searchParams.get('view')).toBe('calendar');
  expect(complaints).toEqual([]);
});

/** Opens the import from the menu and gives it this list, as CSV. Resolves with its window. */
async function importList(page: Page, click: (locator: Locator) => Promise<void>, csv: string): Promise<Locator> {
  await click(page.getByRole('button', { name: 'Spreadsheet' }));
  await click(page.getByRole('menuitem', { name: 'Import posts' }));
  const dialog = page.getByRole('dialog', { name: 'Import Posts' });
  const chooser = page.waitForEvent('filechooser');
  await click(dialog.getByLabel(/Choose a file/));
  await (await chooser).setFiles({ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
  return dialog;
}

test('a week of fourteen posts comes from a list in twelve clicks at most', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor();
  await logIn(page, product, 'manager');
  await page.goto(weekAddress(product.url));
  const name = await page.evaluate(async () => {
    const [first] = (await (await fetch('/api/facebook-pages')).json()) as { name: string }[];
    return first?.name ?? '';
  });
  const rows = Array.from({ length: 14 }, (_, post) => {
    const time = post % 2 === 0 ? '08:00' : '18:30';
    return `"${name}","List ${post + 1}, as written",${dayOf(nine(1 + Math.floor(post / 2)))},${time}`;
  });
  let clicks = 0;
  const click = async (locator: Locator) => {
    clicks += 1;
    await locator.click();
  };

  const dialog = await importList(page, click, `Page,Text,Date,Time\n${rows.join('\n')}\n`);
  await dialog.getByText('14 posts: 14 scheduled').waitFor();
  expect(await findings(page, SOME_VIEWS)).toEqual([]);
  await click(dialog.getByRole('button', { name: 'Import 14 posts' }));
  await page.getByText('14 posts imported').waitFor();

  expect(clicks).toBeLessThanOrEqual(12);
  await cell(page, 7)
    .getByRole('button', { name: /^18:30 .*List 14, as written/ })
    .waitFor();
  expect(await instantOf(page, 'List 1, as written')).toBe(new Date(nine(1) - 3_600_000).toISOString());
  expect(complaints).toEqual([]);
});

test('a draft that is dropped on a day takes its free slot, and an empty slot is where a post begins', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor();
  await logIn(page, product, 'manager');
  const content = 'A draft about pandan';
  await page.evaluate(async (text) => {
    const send = async (path: string, body: object) =>
      fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const [first] = (await (await fetch('/api/facebook-pages')).json()) as { id: number }[];
    const pages = [{ facebookPageId: first?.id, revision: 0 }];
    const slots = [10, 16].map((hour) => ({ day: 4, time: `${hour}:00` }));
    await send('/api/page-plans', { pages, timeZone: 'Asia/Kuala_Lumpur', slots });
    await send('/api/posts', { content: text, facebookPageId: first?.id, status: 'draft' });
  }, content);
  await page.goto(weekAddress(product.url));

  await page
    .getByRole('group', { name: 'Drafts' })
    .getByRole('button', { name: /pandan/ })
    .dragTo(cell(page, 4));
  await page.getByText('Schedule Updated').waitFor();
  const ten = new Date(nine(4) + 3_600_000).toISOString();
  await expect.poll(() => instantOf(page, content)).toBe(ten);

  const free = cell(page, 4).getByRole('link', { name: /free slot at 16:00/ });
  await free.waitFor();
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await page.getByText('It is a draft again.').waitFor();
  await cell(page, 4)
    .getByRole('link', { name: /free slot at 10:00/ })
    .waitFor();
  await free.click();
  await page.getByRole('button', { name: /^Next free slot/ }).waitFor();
  expect(await page.getByLabel('Time', { exact: true }).inputValue()).toBe('16:00');
  expect(complaints).toEqual([]);
});

test('a week of fourteen posts without times takes the free slots of the plan, in twelve clicks at most', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor();
  await logIn(page, product, 'manager');
  const name = await page.evaluate(async () => {
    const [, second] = (await (await fetch('/api/facebook-pages')).json()) as { id: number; name: string }[];
    const slots = [1, 2, 3, 4, 5, 6, 7].flatMap((day) => ['08:00', '18:30'].map((time) => ({ day, time })));
    const pages = [{ facebookPageId: second?.id, revision: 0 }];
    await fetch('/api/page-plans', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ pages, timeZone: 'Asia/Kuala_Lumpur', slots }),
    });
    return second?.name ?? '';
  });
  const texts = Array.from({ length: 14 }, (_, post) => `Slot ${post + 1} of the week`);
  await page.goto(`${product.url}/scheduled`);
  let clicks = 0;
  const click = async (locator: Locator) => {
    clicks += 1;
    await locator.click();
  };

  const dialog = await importList(page, click, `Page,Text\n${texts.map((text) => `"${name}","${text}"`).join('\n')}\n`);
  await dialog.getByText('14 posts: 14 drafts').waitFor();
  // A native choice: it opens by one click, and takes the other.
  clicks += 2;
  await dialog.getByLabel('Rows without a time become').selectOption({ label: "At the page's next free slot" });
  await dialog.getByText('14 posts: 14 at free slots').waitFor();
  await dialog.getByRole('button', { name: 'Edit row 15' }).click();
  await dialog.getByRole('form', { name: 'Row 15' }).waitFor();
  expect(await findings(page, SOME_VIEWS)).toEqual([]);
  await dialog.getByRole('button', { name: 'Keep as it was' }).click();
  await click(dialog.getByRole('button', { name: 'Import 14 posts' }));
  await page.getByText('14 posts imported').waitFor();
  expect(clicks).toBeLessThanOrEqual(12);

  const times = await page.evaluate(async () => {
    const { posts } = (await (await fetch('/api/posts/waiting?for=time&limit=100')).json()) as {
      posts: { content: string; scheduledAt: string }[];
    };
    return posts
      .filter(({ content }) => content.startsWith('Slot '))
      .map(({ scheduledAt }) => scheduledAt.slice(11, 16));
  });
  // Half past six in the evening and eight in the morning there, in turn.
  expect([times.length, new Set(times)]).toEqual([14, new Set(['00:00', '10:30'])]);
  expect(times.every((time, place) => place === 0 || time !== times[place - 1])).toBe(true);
  expect(complaints).toEqual([]);
});

test('what repeats is set up, seen on the calendar, paused there and ended', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor();
  await logIn(page, product, 'admin');
  await page.evaluate(async () => {
    await fetch('/api/settings', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ timeZone: 'Asia/Kuala_Lumpur' }),
    });
  });
  // On its last day a month may have no more of it.
  await page.goto(`${product.url}/scheduled?view=calendar&date=${dayOf(nine(8))}`);
  await page.getByRole('button', { name: 'Repeating' }).click();
  await page.getByRole('button', { name: 'Repeat a Post' }).click();
  const form = page.getByRole('dialog', { name: 'Repeat a Post' });
  await form.getByRole('combobox', { name: 'Facebook page' }).click();
  await page.getByRole('listbox').getByRole('option').first().click();
  await form.getByLabel('Post text').fill('Kuih of the day');
  await form.getByLabel('Repeats', { exact: true }).selectOption('Every day');
  await form.getByLabel('Time', { exact: true }).fill('07:15');
  await form.getByText(/^Every day at 07:15/).waitFor();
  expect(await findings(page, SOME_VIEWS)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await form.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Post Repeats', { exact: true }).waitFor();

  const list = page.getByRole('dialog', { name: 'Repeating Posts' });
  await list.getByText('Every day at 07:15', { exact: true }).first().waitFor();
  expect(await findings(page, SOME_VIEWS)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('Escape');
  const tile = page.getByRole('button', { name: /^7:15 .*Repeats\. Kuih of the day/ });
  await tile.first().click();
  await page.getByRole('menuitem', { name: 'Change what repeats' }).click();
  await page.getByRole('dialog', { name: 'Change What Is to Come' }).getByLabel('Post text').waitFor();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Repeating' }).click();
  await list.getByRole('button', { name: /^Pause ?: Every day at 07:15/ }).click();
  await tile.first().waitFor({ state: 'detached' });
  await list.getByRole('button', { name: /^Resume ?: Every day at 07:15/ }).click();
  await list.getByRole('button', { name: /^End ?: Every day at 07:15/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'End' }).click();
  await list.getByText('Ended', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => tile.count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('many posts are selected by Shift, by a filter and by a finger, moved, and moved back', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor({ isTouched: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  await logIn(page, product, 'many');
  const texts = [1, 2, 3, 4, 5].map((post) => `Many ${post}, moved`);
  // Another week than the one that this person's page has posts in.
  await planPosts(page, texts, 8);
  await page.goto(`${product.url}/scheduled?text=moved`);
  const box = (post: number) => page.getByRole('checkbox', { name: new RegExp(`^Select: Many ${post}, moved`) });
  const bar = page.getByRole('region', { name: 'Selected posts' });

  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await box(1).click();
  await box(4).click({ modifiers: ['Shift'] });
  await bar.getByText('4 posts selected').waitFor();
  // Text at twice its size leaves all of it within reach.
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  expect(await findings(page, SOME_VIEWS)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await bar.getByRole('button', { name: 'Select all 5 shown' }).click();
  await bar.getByRole('button', { name: 'Move', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 5 posts' });
  await dialog.getByLabel('Days').fill('-60');
  await dialog.getByRole('button', { name: 'Move 5' }).click();
  // Nothing goes into the past, and it is said which and why.
  const summary = page.getByRole('dialog', { name: /5 posts$/ });
  await summary.getByText('Many 3, moved').waitFor();
  expect(await findings(page, SOME_VIEWS)).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await summary.getByRole('button', { name: 'OK' }).click();

  // They are still selected, for what can be done with them.
  await bar.getByText('5 posts selected').waitFor();
  await bar.getByRole('button', { name: 'Move', exact: true }).click();
  await dialog.getByLabel('Days').fill('1');
  await dialog.getByRole('button', { name: 'Move 5' }).click();
  await expect.poll(() => instantOf(page, texts[0] ?? '')).toBe(new Date(nine(9)).toISOString());
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => instantOf(page, texts[0] ?? '')).toBe(new Date(nine(8)).toISOString());

  await page.reload();
  await page.setViewportSize({ width: 390, height: 844 });
  const row = page.getByRole('button', { name: /Many 2, moved/ });
  await row.scrollIntoViewIfNeeded();
  const at = await row.boundingBox();
  const touch = await page.context().newCDPSession(page);
  const touchPoints = [{ x: (at?.x ?? 0) + 20, y: (at?.y ?? 0) + 10 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
  await bar.getByText('1 post selected').waitFor();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  expect(await box(2).isChecked()).toBe(true);
  expect(await page.getByRole('dialog').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('all that match are selected beyond the page shown, moved but for one that says why, and moved back', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor();
  await logIn(page, product, 'many');
  const of = `u.facebook_id = '${(await product.person('many')).id}'`;
  const at = (days: string) => `to_timestamp(${nine(29) / 1000}) + (${days}) * interval '1 day'`;
  const plan = (content: string, days: string, count: number) =>
    product.sql(manyPosts({ status: 'scheduled', values: { content, scheduled_at: at(days) }, count, of }));
  await plan("'Beyond ' || n", '2 * n', 28);
  // One of them would come too close to it.
  await plan("'In the way'", '57', 1);
  await page.goto(`${product.url}/scheduled?text=Beyond`);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  const bar = page.getByRole('region', { name: 'Selected posts' });
  await bar.getByRole('button', { name: 'Select all 25 shown' }).click();
  await bar.getByRole('button', { name: 'Select all 28 that match' }).click();
  await bar.getByText('28 posts selected').waitFor();
  await bar.getByRole('button', { name: 'Move', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Move 28 posts' });
  await dialog.getByLabel('Days').fill('1');
  await dialog.getByRole('button', { name: 'Move 28' }).click();
  const summary = page.getByRole('dialog', { name: 'Left as they are: 1 post' });
  await summary.getByText('Beyond 28', { exact: true }).waitFor();
  await summary.getByText(/within 30 minutes|30 minutes/).waitFor();
  await summary.getByRole('button', { name: 'OK' }).click();
  const first = () => instantOf(page, 'Beyond 1');
  expect(await first()).toBe(new Date(nine(32)).toISOString());
  await page.getByRole('status').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(first).toBe(new Date(nine(31)).toISOString());
  expect(complaints).toEqual([]);
});
