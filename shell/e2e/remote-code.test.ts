import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Product } from '../../scripts/product.ts';
import { adminTabs, card, during, heading, openArea, othersWork } from './admin-tabs.ts';
import { useProduct } from './journey.ts';
import { REACT, releaseDesk } from './make-release.ts';
import { CODE_FAULTS } from './remote-faults.ts';

const running = useProduct();

/** No version to fall back on, so that the fault itself is what people see. */
const forgetVersionBefore = () =>
  running.product.sql("update remote_releases set status = 'retired', current_since = null where status = 'previous'");

test('whatever its code does, the version before takes its place or the area says so', async () => {
  const { product } = running;
  const { tab, violations } = await adminTabs(running);
  const desk = releaseDesk(product);
  let round = 0;
  for (const [what, { phase, factory, change, fallsBack }] of Object.entries(CODE_FAULTS)) {
    await during(what, async () => {
      round += 1;
      const [bad, good] = [`9.${round}.0`, `9.${round}.1`];
      await desk.release('mf-history', bad, factory === undefined ? {} : { factory });
      if (change !== undefined) await product.sql(`update remote_releases set ${change} where version = '${bad}'`);
      if (fallsBack) {
        const { page, reported } = await tab({ isPatient: true });
        await openArea(page, 'Post History');
        await heading(page, 'Post History').waitFor();
        expect(reported).toEqual([`mf_history ${bad} ${phase}`]);
        await page.close();
      }
      await forgetVersionBefore();
      const { page, reported } = await tab({ isPatient: true });
      await openArea(page, 'Post History');
      await card(page).waitFor();
      await othersWork(page);
      await openArea(page, 'Post History');
      await card(page).waitFor();
      expect(reported).toEqual([`mf_history ${bad} ${phase}`]);

      await desk.release('mf-history', good);
      // In the place of the broken screen, unasked.
      await heading(page, 'Post History').waitFor();
      expect(await page.evaluate(() => 'sameVisit' in window)).toBe(true);
      await page.close();
    });
  }
  expect(violations).toEqual([]);
});

test('an error after a click leaves the screen where it is', async () => {
  const { tab, violations } = await adminTabs(running);
  await releaseDesk(running.product).release('mf-history', '9.90.0', {
    factory: `async () => {
      const { createElement } = ${REACT};
      const onClick = () => {
        throw new Error('broken by a click');
      };
      const onWait = () => Promise.reject(new TypeError('broken while nobody looked'));
      const buttons = () => [
        createElement('button', { key: 1, onClick }, 'Press'),
        createElement('button', { key: 2, onClick: () => void onWait() }, 'Wait'),
      ];
      return { remote: { '/history': buttons } };
    }`,
  });
  addMap(running.product, 'mf_history/9.90.0/remoteEntry.js', 'broken by a click');
  const { page } = await tab({ isPatient: true });
  await openArea(page, 'Post History');
  const button = page.getByRole('button', { name: 'Press' });
  await button.click();
  expect(await button.isVisible()).toBe(true);
  await page.getByRole('button', { name: 'Wait' }).click();
  await page.route(/\/api\/dashboard\//, (route) => route.fulfill({ status: 500, body: '{}' }));
  await openArea(page, 'Dashboard');
  const read = async (path: string) => (await page.request.get(`${running.product.url}${path}`)).json();
  await expect
    .poll(async () => {
      const figures = (await read('/api/admin/version-figures')) as {
        name: string;
        errors: number;
        failedCalls: number;
      }[];
      const of = (name: string) => figures.find((one) => one.name === name);
      return [of('mf_history')?.errors, (of('mf_dashboard')?.failedCalls ?? 0) > 0];
    })
    .toEqual([2, true]);
  await page.goto(`${running.product.url}/admin#releases`);
  await page.getByText(/^Errors of .+ in 9\.90\.0$/).click();
  await page.getByText('Error: broken by a click').waitFor();
  await page.getByText('src/published/list.tsx:3:1').waitFor();
  await page.getByText('the line that throws').waitFor();
  expect(violations).toEqual(['uncaught: broken by a click', 'uncaught: broken while nobody looked']);
});

/** Gives a released file a source map in which the line with `text` comes from another one. */
function addMap(product: Product, file: string, text: string): void {
  const released = path.join(product.dataDir, 'releases', file);
  const before = fs.readFileSync(released, 'utf8').split(text)[0]?.split('\n').length ?? 1;
  const map = {
    version: 3,
    sources: ['webpack://mf_history/./src/published/list.tsx'],
    sourcesContent: ['one\ntwo\nthe line that throws'],
    names: [],
    mappings: `${';'.repeat(before - 1)}AAEA`,
  };
  fs.writeFileSync(`${released}.map`, JSON.stringify(map));
}

test('a registry away at the first visit is asked again by hand; one that goes away later costs nothing', async () => {
  const { product } = running;
  const { tab, violations } = await adminTabs(running);
  const { page } = await tab({ isPatient: true });
  await product.sql('alter table remote_releases rename to remote_releases_away');
  await openArea(page, 'Media Center');
  await heading(page, 'Media Center').waitFor();
  await page.reload();
  await page.getByRole('alert').getByText("We couldn't load Pagecast's areas").waitFor();
  await openArea(page, 'Settings');
  await heading(page, 'Settings').waitFor();
  await page.goBack();
  await page.getByRole('alert').getByText("We couldn't load Pagecast's areas").waitFor();
  await product.sql('alter table remote_releases_away rename to remote_releases');
  const retry = page.getByRole('button', { name: 'Retry' });
  await retry.click({ timeout: 20_000 }).catch(async (error: unknown) => {
    // A change that is told just then has the page ask by itself.
    if (await retry.isVisible()) throw error;
  });
  await heading(page, 'Media Center').waitFor();
  expect(violations).toEqual([]);
});
