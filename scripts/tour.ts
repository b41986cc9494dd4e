/**
 * `npm run tour`: the product with eight weeks of a person's life in it, and a picture of each screen for the README.
 * `npm run tour -- calendar` takes some anew.
 */
import fs from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import type { Browser } from 'playwright-core';
import { logIn } from './bench/client.ts';
import { launchBrowser } from './browser.ts';
import { ensureBuilt } from './build.ts';
import { ROOT } from './paths.ts';
import { startThrowawayPostgres } from './postgres/postgres.ts';
import { startProduct, type Product } from './product.ts';
import { seedPosts } from './tour/seed.ts';
import { SHOTS, SIZES, type Shot } from './tour/shots.ts';

const FOLDER = path.join(ROOT, 'shell/docs/tour');
const QUALITY = 80;

const wanted = process.argv.slice(2);
const shots = SHOTS.filter(({ name }) => wanted.length === 0 || wanted.some((word) => name.includes(word)));

await ensureBuilt();
const server = await startThrowawayPostgres();
const [product, browser] = await Promise.all([startProduct(server.url), launchBrowser()]);
try {
  // As where people work: nothing is marked as seen by testers only.
  await product.sql("update api_config set mode = 'production'");
  const sessions = { manager: await logIn(product, 'manager'), admin: await logIn(product, 'admin') };
  const db = new pg.Client({ connectionString: product.databaseUrl });
  await db.connect();
  await seedPosts(db, sessions.manager.facebookId, new Date());
  await db.end();
  fs.mkdirSync(FOLDER, { recursive: true });
  for (const shot of shots) {
    const picture = await take(browser, product, shot, shot.role === null ? null : sessions[shot.role].cookie);
    fs.writeFileSync(path.join(FOLDER, `${shot.name}.webp`), picture);
    console.log(`${shot.name}.webp  ${(picture.length / 1024).toFixed(0)} KiB`);
  }
} finally {
  await browser.close();
  await product.close();
  await server.stop();
}
process.exit(0);

async function take(
  from: Browser,
  { url }: Product,
  { path: address, role, size, theme, prepare }: Shot,
  cookie: string | null,
): Promise<Buffer> {
  const { width, height, scale } = SIZES[size];
  const context = await from.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: theme,
    timezoneId: 'Asia/Kuala_Lumpur',
    locale: 'en-GB',
    reducedMotion: 'reduce',
    hasTouch: size === 'phone',
  });
  try {
    const [name = '', value = ''] = cookie?.split('=') ?? [];
    if (cookie !== null) await context.addCookies([{ name, value, url }]);
    const page = await context.newPage();
    await page.goto(url + address);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForLoadState('networkidle');
    // What needs attention is counted once the screen has nothing better to do.
    if (role === 'manager' && size === 'desk')
      await page.getByRole('navigation').first().getByText('2', { exact: true }).waitFor();
    await prepare?.(page);
    await page.mouse.move(0, 0);
    await page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    });
    // Playwright takes PNG and JPEG only; a picture of a screen is a third of that as WebP.
    const devtools = await context.newCDPSession(page);
    const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
    return Buffer.from(data, 'base64');
  } finally {
    await context.close();
  }
}
