import type { Page } from 'playwright-core';

/** A token that may do everything with an area, as its page's administrator makes it. */
export async function releaseToken(page: Page, area: string): Promise<string> {
  return page.evaluate(async (wanted) => {
    const answer = await fetch('/api/admin/release-tokens', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: wanted, area: wanted, rights: ['stage', 'move', 'rollback'] }),
    });
    return ((await answer.json()) as { token: string }).token;
  }, area);
}
