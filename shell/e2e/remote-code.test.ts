import { expect, test } from 'vitest';
import { adminTabs, card, during, heading, openArea, othersWork } from './admin-tabs.ts';
import { useProduct } from './journey.ts';
import { releaseDesk } from './make-release.ts';
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
        const { page, reported } = await tab();
        await openArea(page, 'Post History');
        await heading(page, 'Post History').waitFor();
        expect(reported).toEqual([`mf_history ${bad} ${phase}`]);
        await page.close();
      }
      await forgetVersionBefore();
      const { page, reported } = await tab();
      await openArea(page, 'Post History');
      await card(page).waitFor();
      await othersWork(page);
      await openArea(page, 'Post History');
      await card(page).waitFor();
      expect(reported).toEqual([`mf_history ${bad} ${phase}`]);

      await desk.release('mf-history', good);
      await page.getByText('There is a new version of Post History.').waitFor();
      await page.getByRole('button', { name: 'Try again' }).click();
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
      const { createElement } = (await __FEDERATION__.__INSTANCES__[0].loadShare('react'))();
      const onClick = () => {
        throw new Error('broken by a click');
      };
      return { remote: { '/history': () => createElement('button', { onClick }, 'Press') } };
    }`,
  });
  const { page } = await tab();
  await openArea(page, 'Post History');
  const button = page.getByRole('button', { name: 'Press' });
  await button.click();
  expect(await button.isVisible()).toBe(true);
  expect(violations).toEqual(['uncaught: broken by a click']);
});

test('a registry away at the first visit is asked again by hand; one that goes away later costs nothing', async () => {
  const { product } = running;
  const { tab, violations } = await adminTabs(running);
  const { page } = await tab();
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
  await page.getByRole('button', { name: 'Retry' }).click();
  await heading(page, 'Media Center').waitFor();
  expect(violations).toEqual([]);
});
