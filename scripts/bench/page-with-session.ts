import type { Browser, Page } from 'playwright-core';

/**
 * A page of a desk's size with an empty cache, in which somebody is logged in.
 * @param cookie `name=value` of the session
 */
export async function pageWithSession(browser: Browser, origin: string, cookie: string): Promise<Page> {
  const [name = '', value = ''] = cookie.split('=');
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name, value, url: origin }]);
  return context.newPage();
}
