import pg from 'pg';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findings } from './findings.ts';
import { enter, useProduct, ZONE } from './journey.ts';
import { outLastMonth } from '../../api/src/testing/many-posts.ts';
import { photoFile, videoFile } from '../../api/src/testing/real-media.ts';
import { choosePage } from '../../scripts/testing/choose-page.ts';

const running = useProduct();

const openGenerator = async (page: Page) => {
  await page.goto(`${running.product.url}/content-generator`);
  await page.getByRole('tab', { name: 'AI Generate' }).waitFor();
};
const yourContent = (page: Page) => page.getByRole('textbox', { name: 'Your content' });

test('a text streams in, stops when asked, survives a reload, and a second tab asks first', async () => {
  const { product } = running;
  const { page, context, complaints } = await running.visitor();
  await enter(page.context(), product, 'manager');
  await openGenerator(page);

  // Slowly enough to look at it and press Stop in the middle, on a busy machine, too.
  await product.control('switches', { method: 'PUT', body: { openaiPieceMs: 500 } });
  await page.getByLabel('Content type').selectOption('story');
  await page.getByLabel(/keywords/i).fill('our first oven');
  await page.getByRole('button', { name: 'Generate Content' }).click();
  const soFar = page.getByRole('region', { name: 'Text so far' });
  await soFar.waitFor();
  await expect.poll(async () => (await soFar.textContent())?.length ?? 0).toBeGreaterThan(20);
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Stop' }).click();
  const editor = page.getByRole('textbox', { name: 'Generated content' });
  const kept = await editor.inputValue();
  expect(kept.length).toBeGreaterThan(20);
  expect(await page.getByRole('region', { name: 'Preview' }).textContent()).toContain(kept.trim().slice(0, 20));
  await product.control('switches', { method: 'PUT', body: { openaiPieceMs: 0 } });

  await page.getByRole('tab', { name: 'Manual Input' }).click();
  await yourContent(page).fill('Doors open');
  await page.getByText(/^Draft saved at/).waitFor();
  await yourContent(page).pressSequentially(' at nine.');
  // A crash in the middle of a word: the browser has it, whatever the server has.
  await page.reload();
  await expect.poll(() => yourContent(page).inputValue()).toBe('Doors open at nine.');
  await page.getByText(/^Draft saved at/).waitFor();

  const second = await context.newPage();
  await second.goto(`${product.url}/content-generator`);
  await expect.poll(() => yourContent(second).inputValue()).toBe('Doors open at nine.');
  await yourContent(second).fill('Doors open at ten.');
  await second.getByText(/^Draft saved at/).waitFor();
  await yourContent(page).fill('Doors open at eleven.');
  await page
    .getByRole('alert')
    .getByText(/changed in another tab/)
    .waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Keep both' }).click();
  await page.getByText(/^Draft saved at/).waitFor();
  await page.getByRole('button', { name: 'Drafts', exact: true }).click();
  await page.getByText('Doors open at ten.').waitFor();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press('Escape');
  // The browser's own line about the conflict that the second tab provoked.
  expect(complaints.filter((line) => !line.includes('409 (Conflict)'))).toEqual([]);
});

test('on a low window the bar below leaves the first button in sight', async () => {
  const { page } = await running.visitor({ width: 1024, height: 768 });
  await enter(page.context(), running.product, 'manager');
  await openGenerator(page);
  const top = async (name: string) => (await page.getByRole('button', { name }).boundingBox()) ?? { y: 0, height: 0 };
  const [generate, publish] = [await top('Generate Content'), await top('Publish Now')];
  expect(publish.y - generate.y - generate.height).toBeGreaterThan(20);
});

test('a post is warned about when the page has its text already, and its draft is gone once it is out', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor();
  const manager = await product.person('manager');
  await enter(page.context(), product, 'manager');
  await openGenerator(page);
  const post = async (text: string) => {
    await choosePage(page, manager.pages[2]?.name);
    await page.getByRole('tab', { name: 'Manual Input' }).click();
    await yourContent(page).fill(text);
  };
  await post('Closed on Monday for the holiday, open again on Tuesday at eight.');
  await page.getByRole('button', { name: 'Publish Now' }).click();
  await page.getByText('Published to Facebook', { exact: true }).waitFor();
  // Reset, as the specification has it.
  expect(await page.getByRole('tab', { name: 'AI Generate' }).getAttribute('aria-selected')).toBe('true');

  await post('Closed on Monday for the holiday, open again on Tuesday at eight.');
  await page.getByText(/^The same post was published on/).waitFor();
  await page.getByText(/ posted (\d+ min earlier|at the same time)/).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Delete draft' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete draft' }).click();
  await page.reload();
  await page.getByRole('tab', { name: 'AI Generate' }).waitFor();
  await page.getByRole('button', { name: 'Drafts', exact: true }).click();
  await page.getByRole('dialog').waitFor();
  expect(await page.getByText('Closed on Monday').count()).toBe(0);
  expect(complaints).toEqual([]);
});

test('a review for the tech site is written, read as formatted text, edited and published', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor();
  await enter(page.context(), product, 'manager');
  await openGenerator(page);
  await page.getByRole('radio', { name: 'Fiztech' }).check({ force: true });
  await page.getByLabel('Product name').fill('Aurora X2');
  await page.getByRole('button', { name: 'Generate Content' }).click();
  await page.getByText('Content Generated').waitFor();
  await page.getByRole('heading', { level: 3, name: /Aurora X2/ }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Aurora X2, a month later');
  await page.getByRole('button', { name: 'Publish to Fiztech' }).click();
  await page.getByText('Published to Fiztech', { exact: true }).first().waitFor();
  const articles = await product.control<{ title: string }[]>('fiztech/posts');
  expect(articles.filter(({ title }) => title === 'Aurora X2, a month later')).toHaveLength(1);
  expect(complaints).toEqual([]);
});

/** Counts the clicks that reach the page, as a person makes them. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const counted = window as unknown as { clicks: number };
    counted.clicks = 0;
    // A label clicks its field once more: that is no press of a person's.
    addEventListener('pointerup', () => (counted.clicks += 1), { capture: true });
  });
  return () => page.evaluate(() => (window as unknown as { clicks: number }).clicks);
}

test('the same text goes to three pages in seven clicks, once to each', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor();
  // None of these pages has had a post.
  const pages = (await product.person('many')).pages.slice(0, 3);
  await enter(page.context(), product, 'many');
  await openGenerator(page);
  const clicks = await countClicks(page);

  await page.getByRole('tab', { name: 'Manual Input' }).click();
  await yourContent(page).click();
  await page.keyboard.type('One text for three pages.');
  await page.getByRole('button', { name: 'Choose several pages' }).click();
  for (const { name } of pages) await page.getByRole('checkbox', { name, exact: true }).click();
  await page.getByText('Publishes to 3 pages right away.').waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Publish Now' }).click();
  await page.getByText('Publishing Post', { exact: true }).waitFor();

  expect([pages.length, await clicks()]).toEqual([3, 7]);
  for (const { id } of pages) {
    const seen = async () =>
      (await product.postsOf(id)).filter(
        ({ message, is_published }) => message === 'One text for three pages.' && is_published,
      ).length;
    await expect.poll(seen).toBe(1);
  }
  expect(complaints).toEqual([]);
});

test("last month's best is scheduled again in four clicks, with its text, link and image", async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor({ colorScheme: 'dark' });
  await enter(page.context(), product, 'admin');
  await page.goto(`${product.url}/history`);
  const published = await page.evaluate(
    async (mediaData) => {
      const [first] = (await (await fetch('/api/facebook-pages')).json()) as { id: number }[];
      const post = (body: object) =>
        fetch('/api/posts', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ facebookPageId: first?.id, status: 'published', ...body }),
        });
      const content = 'Best of last month.\n\nhttps://example.com/menu';
      return [
        (await post({ content, mediaType: 'image', mediaData })).status,
        (await post({ content: 'Not so good.' })).status,
      ];
    },
    `data:image/jpeg;base64,${(await photoFile()).toString('base64')}`,
  );
  expect(published).toEqual([201, 201]);
  await product.sql(outLastMonth((await product.person('admin')).id, ZONE));
  await page.goto(`${product.url}/history`);
  await page.getByText('Best of last month.').waitFor();
  const clicks = await countClicks(page);

  await page.getByRole('button', { name: "Last month's best" }).click();
  await expect.poll(() => new URL(page.url()).searchParams.get('sort')).toBe('engagement');
  await page.getByText('99', { exact: true }).first().waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('listitem').filter({ hasText: 'Best of last month.' }).hover();
  await page.getByRole('listitem').first().getByRole('link', { name: 'Use again' }).click();
  await expect.poll(() => yourContent(page).inputValue()).toBe('Best of last month.');
  await page.getByText('Best time', { exact: true }).click();
  await page.getByRole('button', { name: 'Schedule Post' }).click();
  await page.getByText('Post Scheduled', { exact: true }).waitFor();
  expect(await clicks()).toBe(4);

  const [again] = await page.evaluate(
    async () => (await (await fetch('/api/posts/status/scheduled')).json()) as { content: string; media: object[] }[],
  );
  expect(again).toMatchObject({ content: 'Best of last month.\n\nhttps://example.com/menu', media: [{}] });

  await page.goto(`${product.url}/history?report=last`);
  await page.getByRole('region', { name: 'Best posts' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
  expect(await page.getByRole('navigation').first().isVisible()).toBe(false);
  expect((await page.pdf({ format: 'A4' })).toString('latin1')).toContain('/MediaBox [0 0 59');
  expect(complaints).toEqual([]);
});

test('an image goes out with a text to several pages, and one of them has its own link', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor();
  const pages = (await product.person('many')).pages.slice(3, 5);
  await enter(page.context(), product, 'many');
  await openGenerator(page);
  await page.getByRole('tab', { name: 'Manual Input' }).click();
  await yourContent(page).fill('One image for two pages.');
  await page.getByRole('button', { name: 'Choose several pages' }).click();
  await page.getByRole('button', { name: 'All 60 pages' }).click();
  const previews = page.getByRole('tablist', { name: 'Preview by page' });
  const chosen = await previews.getByRole('tab', { selected: true }).boundingBox();
  expect(chosen?.x).toBe((await previews.boundingBox())?.x);
  await page.getByRole('button', { name: 'Clear', exact: true }).click();
  for (const { name } of pages) await page.getByRole('checkbox', { name, exact: true }).click();
  const photo = { name: 'loaf.jpg', mimeType: 'image/jpeg', buffer: await photoFile() };
  await page.getByLabel('Files for Images').setInputFiles(photo);
  await page.getByLabel('Alt text of the image').fill('A loaf');
  await page.getByRole('button', { name: 'Use its own link' }).click();
  await page.getByRole('textbox', { name: `Link for ${pages[0]?.name}` }).fill('https://bread.example/ours');
  await page.getByRole('region', { name: 'Preview' }).getByRole('img', { name: 'A loaf' }).waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Publish Now' }).click();
  await page.getByText('Publishing Post', { exact: true }).waitFor();

  const texts = ['One image for two pages.\n\nhttps://bread.example/ours', 'One image for two pages.'];
  for (const [place, { id }] of pages.entries()) {
    const seen = async () =>
      (await product.postsOf(id)).filter(({ kind, message }) => kind === 'photo' && message === texts[place]).length;
    await expect.poll(seen).toBe(1);
  }
  expect(complaints).toEqual([]);
});

test('a new video goes out to three pages as a story, and the history says until when on each', async () => {
  const { product } = running;
  const { page, complaints } = await running.visitor({ width: 390, height: 844 });
  const pages = (await product.person('many')).pages.slice(5, 8);
  await enter(page.context(), product, 'many');
  await openGenerator(page);
  await page.getByRole('button', { name: 'Choose several pages' }).click();
  for (const { name } of pages) await page.getByRole('checkbox', { name, exact: true }).click();
  const film = { name: 'oven.mp4', mimeType: 'video/mp4', buffer: await videoFile() };
  await page.getByLabel('File for Video').setInputFiles(film);
  await page.getByRole('checkbox', { name: 'Publish as a story' }).check();
  await page.getByText('Publishes a story to 3 pages right away.').waitFor();
  await page.getByRole('region', { name: 'Preview' }).getByLabel('Video of this story').waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('button', { name: 'Publish Now' }).click();
  await page.getByText('Publishing Story', { exact: true }).waitFor();

  for (const { id } of pages) {
    const shown = () => product.control<{ kind: string; is_published: boolean }[]>(`pages/${id}/stories`);
    await expect.poll(shown).toMatchObject([{ kind: 'video', is_published: true }]);
  }
  await page.goto(`${product.url}/history`);
  const stories = page.getByRole('listitem').filter({ hasText: 'Video story' });
  for (const { name } of pages) {
    await stories.filter({ hasText: name }).getByRole('button', { name: /^View/ }).click();
    await page.getByRole('dialog').getByText(/Ends /).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  }
  expect(complaints).toEqual([]);
});

test('a process killed while it changes the files of a composition leaves them, and the next changes all', async () => {
  const { product } = running;
  const { page } = await running.visitor();
  await enter(page.context(), product, 'many');
  await page.goto(`${product.url}/scheduled`);
  const photos = await Promise.all([64, 80].map(async (width) => (await photoFile({ width })).toString('base64')));
  const { id, posts, ids } = await page.evaluate(async (given) => {
    const call = async (path: string, body: object) =>
      (await (
        await fetch(path, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() },
          body: JSON.stringify(body),
        })
      ).json()) as { id: number; posts: { id: number }[] };
    const stored: number[] = [];
    for (const photo of given) {
      const bytes = Uint8Array.from(atob(photo), (letter) => letter.charCodeAt(0));
      const answer = await fetch('/api/media', {
        method: 'POST',
        headers: { 'content-type': 'image/jpeg' },
        body: bytes,
      });
      stored.push(((await answer.json()) as { id: number }).id);
    }
    const pages = ((await (await fetch('/api/facebook-pages')).json()) as { id: number }[]).slice(10, 22);
    const made = await call('/api/compositions', {
      content: 'Files of twelve.',
      status: 'scheduled',
      scheduledAt: new Date(Date.now() + 40 * 86_400_000).toISOString(),
      media: [{ id: stored[0] }],
      mediaType: 'image',
      pages: pages.map((one) => ({ facebookPageId: one.id })),
    });
    return { id: made.id, posts: made.posts.map((post) => post.id), ids: stored };
  }, photos);
  expect(posts).toHaveLength(12);
  const filesNow = () =>
    page.evaluate(async (of) => {
      const answer = (await (await fetch(`/api/compositions/${of}`)).json()) as {
        posts: { media: { width: number }[] }[];
      };
      return [...new Set(answer.posts.map(({ media }) => media.map(({ width }) => width).join()))];
    }, id);
  const change = () =>
    page.evaluate(
      ([of, media]) =>
        fetch(`/api/compositions/${of}`, {
          method: 'PATCH',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ media: [{ id: media }] }),
        }).then(
          ({ status }) => status,
          () => 0,
        ),
      [id, ids[1]] as const,
    );

  // Its last post is in other hands: the change stands in the middle of them when its process ends.
  const other = new pg.Client({ connectionString: product.databaseUrl });
  await other.connect();
  try {
    await other.query('begin');
    await other.query('select id from posts where id = $1 for update', [posts.at(-1)]);
    const cut = change();
    await expect
      .poll(async () => {
        const { rows } = await other.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        return rows.length;
      })
      .toBeGreaterThan(0);
    await product.crashApi(async () => void (await other.query('commit')));
    expect(await cut).not.toBe(200);
  } finally {
    await other.end();
  }
  expect(await filesNow()).toEqual(['64']);
  expect(await change()).toBe(200);
  expect(await filesNow()).toEqual(['80']);
});
