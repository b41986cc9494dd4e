import type { Page } from 'playwright-core';
import { choosePage } from '../testing/choose-page.ts';

const HALF_DAY_MS = 43_200_000;

/** A text of the AI, on its way to tomorrow morning. */
export async function writeWithAi(page: Page): Promise<void> {
  await choosePage(page, 'Kedai Kopi Seri Pagi');
  await page.getByLabel('Content type').selectOption('promotional');
  await page.getByLabel(/keywords/i).fill('kaya toast and kopi, weekday breakfast');
  await page.getByRole('button', { name: 'Generate Content' }).click();
  await page.getByRole('button', { name: 'Regenerate' }).waitFor();
  await page.getByLabel('Date').fill(new Date(Date.now() + 3 * HALF_DAY_MS).toISOString().slice(0, 10));
  await page.getByLabel('Time', { exact: true }).fill('08:00');
  await page.getByText('Content Generated', { exact: true }).waitFor({ state: 'hidden' });
  await page.getByText('Saving draft...').waitFor({ state: 'hidden' });
  await page.evaluate(() => {
    window.scrollTo(0, 0);
  });
}

/** A post that the AI wrote, a person changed and Facebook took: from its page anybody can tell. */
export async function makeStory(page: Page): Promise<void> {
  const send = (method: string, path: string, body: object) =>
    page.evaluate(
      async ([sent, to, json]) => {
        const answer = await fetch(to, { method: sent, headers: { 'content-type': 'application/json' }, body: json });
        if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
        return answer.json() as Promise<{ id: number; generationId: number }>;
      },
      [method, path, JSON.stringify(body)] as const,
    );

  const pages = await page.evaluate(
    async () => (await fetch('/api/facebook-pages')).json() as Promise<{ id: number; name: string }[]>,
  );
  const { generationId } = await send('POST', '/api/quick-content-generate', {
    prompt: 'Three lines about kaya toast and kopi on a rainy morning',
  });
  const { id } = await send('POST', '/api/posts', {
    content: 'Rain outside, kaya toast inside. Kopi O is on the house with every second slice, all day.',
    generationId,
    isAiGenerated: true,
    contentType: 'promotional',
    tone: 'friendly',
    facebookPageId: pages.find(({ name }) => name.startsWith('Kedai'))?.id,
    status: 'scheduled',
    scheduledAt: new Date(Date.now() + HALF_DAY_MS).toISOString(),
  });
  await send('PATCH', `/api/posts/${id}`, {
    content: 'Rain outside, kaya toast inside. Kopi O is on the house with every second slice, until noon.',
  });
  await send('POST', `/api/posts/${id}/publish`, {});
  await page.goto(new URL(`/history/post?id=${id}`, page.url()).href);
  await page.getByText('Changes to the text').first().click();
  await page.waitForLoadState('networkidle');
}

/** Two pages in automation, whose drafts wait to be read. */
export async function automate(page: Page): Promise<void> {
  const cardOf = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name }) });
  for (const [name, scope] of [
    ['Kedai Kopi Seri Pagi', 'A coffee shop in Taman Melawati: breakfast, regulars, slow kopi. Warm, never loud.'],
    ['Laman Herba Nursery', 'Herbs and ferns for balconies. One piece of advice in each post.'],
  ] as const) {
    await page.getByRole('switch', { name: `Automate ${name}` }).check();
    await cardOf(name).getByLabel('Posts per cycle').fill('3');
    await cardOf(name).getByLabel('Content scope').fill(scope);
  }
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('dialog', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save and start' }).click();
  await page.getByText('Needs your approval').first().waitFor();
  await page.getByText('Automation started', { exact: true }).waitFor({ state: 'hidden' });
  await page.evaluate(() => {
    window.scrollTo(0, 0);
  });
}

export async function embed(page: Page): Promise<void> {
  await page.getByText('/videos/').click();
  await page.getByRole('button', { name: 'Get oEmbed Data' }).click();
  await page.getByLabel('HTML of the embed').waitFor();
  await page.getByText('oEmbed Data Retrieved', { exact: true }).waitFor({ state: 'hidden' });
}
