import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { inParallel } from '../../scripts/step.ts';
import { logIn, useProduct } from './journey.ts';
import { releaseDesk } from './make-release.ts';
import { CODE_FAULTS, FILE_FAULTS, lay } from './remote-faults.ts';

/** They wait for most of the time. */
const AT_ONCE = 4;
/** So long may somebody stand before an area that shows neither its screen nor why not. */
const WITHIN_MS = 10_000;
const running = useProduct();
const faults = Object.entries(FILE_FAULTS);

const OTHERS = [
  ['Content Generator', /^Create content/], ['Super Generator', 'Super Content Generator'], ['Media Center', 'Media Center'],
  ['Admin Panel', 'Admin Panel'], ['Settings', 'Settings'], ['Dashboard', 'Dashboard'],
] as const;
const openArea = (page: Page, entry: string) => page.getByRole('link', { name: entry }).first().click();
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name, exact: true });
const card = (page: Page) => page.getByRole('alert').filter({ hasText: 'Post History is not available' });
/** Names the fault in what failed. */
const during = <Result>(what: string, work: () => Promise<Result>) => work().catch((error: unknown) => { throw new Error(`When ${what}: ${String(error)}`, { cause: error }); });

/** Tabs of one administrator, each with what it told of remotes that did not come; `violations` is what nobody caught in any of them. */
async function browserOfAdmin() {
  const { page: first, context, violations } = await running.visitor();
  await logIn(first, running.product, 'admin');
  return {
    violations,
    async tab() {
      const page = await context.newPage();
      page.setDefaultTimeout(15_000);
      const told: string[] = [];
      page.on('pageerror', (error) => violations.push(`uncaught: ${error.message}`));
      page.on('request', (request) => {
        if (!request.url().endsWith('/api/telemetry/remotes')) return;
        const { name, version, phase } = request.postDataJSON() as { name: string; version: string; phase: string | null };
        if (phase !== null) told.push(`${name} ${version} ${phase}`);
      });
      await page.goto(running.product.url);
      await heading(page, 'Dashboard').waitFor();
      await page.evaluate(() => { Object.assign(window, { sameVisit: true }); });
      return { page, told };
    },
  };
}

async function othersWork(page: Page): Promise<void> {
  for (const [entry, name] of OTHERS) {
    await openArea(page, entry);
    await heading(page, name).waitFor();
  }
}

/** No version to fall back on, so that the fault itself is what people see. */
const forgetVersionBefore = () => running.product.sql("update remote_releases set status = 'retired', current_since = null where status = 'previous'");

const currentVersion = async () => (await running.product.sql("select version from remote_releases where name = 'mf_history' and status = 'current'"))[0]?.['version'] as string;

test('whatever is wrong with its files, an area says so within ten seconds, tells it once, costs no other area, and comes back by Try again', async () => {
  const { product } = running;
  const { tab, violations } = await browserOfAdmin();
  const version = await currentVersion();
  const told = await inParallel(faults, AT_ONCE, ([what, fault]) => during(what, async () => {
    const { page, told: toldHere } = await tab();
    const takeAway = await lay(fault, page, '**/remotes/mf_history/**');
    await openArea(page, 'Post History');
    await card(page).waitFor({ timeout: WITHIN_MS });
    await othersWork(page);
    await openArea(page, 'Post History');
    await card(page).waitFor({ timeout: WITHIN_MS });
    takeAway();
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Post History').waitFor();
    expect(await page.evaluate(() => ['sameVisit' in window, 'tampered' in window])).toEqual([true, false]);
    await page.close();
    return [what, toldHere];
  }));
  expect(told).toEqual(faults.map(([what, { phase }]) => [what, [`mf_history ${version} ${phase}`]]));
  const kept = await product.sql('select phase, count(*)::int as reports from remote_loads where phase is not null group by phase order by phase');
  expect(kept).toEqual([...Map.groupBy(faults, ([, { phase }]) => phase)].map(([phase, those]) => ({ phase, reports: those.length })).toSorted((a, b) => (a.phase < b.phase ? -1 : 1)));
  expect(violations).toEqual([]);
}, 240_000);

test('where there is a version before, it takes the place of the one whose files are wrong, and where neither comes the area says so in time', async () => {
  const { tab, violations } = await browserOfAdmin();
  await releaseDesk(running.product).release('mf-history', '9.0.0');
  const told = await inParallel(faults, AT_ONCE, ([what, fault]) => during(what, async () => {
    const { page, told: toldHere } = await tab();
    await lay(fault, page, '**/remotes/mf_history/9.0.0/**');
    await openArea(page, 'Post History');
    await heading(page, 'Post History').waitFor({ timeout: WITHIN_MS });
    await page.close();
    return [what, toldHere];
  }));
  expect(told).toEqual(faults.map(([what, { phase }]) => [what, [`mf_history 9.0.0 ${phase}`]]));

  const { page, told: toldOfBoth } = await tab();
  await lay({ phase: 'entry', file: /remoteEntry\.js$/, break: () => new Promise<void>(() => {}) }, page, '**/remotes/mf_history/**');
  await openArea(page, 'Post History');
  await card(page).getByText('neither could those of the version before').waitFor({ timeout: WITHIN_MS });
  expect(toldOfBoth).toHaveLength(2);
  expect(violations).toEqual([]);
}, 180_000);

test('whatever its code does, the version before takes its place, else the area says so, and a good release brings it back', async () => {
  const { product } = running;
  const { tab, violations } = await browserOfAdmin();
  const desk = releaseDesk(product);
  let round = 0;
  for (const [what, { phase, factory, change, fallsBack }] of Object.entries(CODE_FAULTS)) {
    await during(what, async () => {
      round += 1;
      const [bad, good] = [`9.${round}.0`, `9.${round}.1`];
      await desk.release('mf-history', bad, factory === undefined ? {} : { factory });
      if (change !== undefined) await product.sql(`update remote_releases set ${change} where version = '${bad}'`);
      if (fallsBack) {
        const { page, told } = await tab();
        await openArea(page, 'Post History');
        await heading(page, 'Post History').waitFor({ timeout: WITHIN_MS });
        expect(told).toEqual([`mf_history ${bad} ${phase}`]);
        await page.close();
      }
      await forgetVersionBefore();
      const { page, told } = await tab();
      await openArea(page, 'Post History');
      await card(page).waitFor({ timeout: WITHIN_MS });
      await othersWork(page);
      await openArea(page, 'Post History');
      await card(page).waitFor({ timeout: WITHIN_MS });
      expect(told).toEqual([`mf_history ${bad} ${phase}`]);

      await desk.release('mf-history', good);
      await page.getByText('There is a new version of Post History.').waitFor();
      await page.getByRole('button', { name: 'Try again' }).click();
      await heading(page, 'Post History').waitFor();
      expect(await page.evaluate(() => 'sameVisit' in window)).toBe(true);
      await page.close();
    });
  }
  expect(violations).toEqual([]);
}, 180_000);

test('a part that comes with its first use and fails then, costs its screen until Try again', async () => {
  const { tab, violations } = await browserOfAdmin();
  await inParallel(['a chunk is not there', 'a chunk was tampered with', 'a chunk never comes'] as const, AT_ONCE, (what) => during(what, async () => {
    const { page, told } = await tab();
    await openArea(page, 'Post History');
    await heading(page, 'Post History').waitFor();
    const fault = FILE_FAULTS[what];
    const takeAway = await lay(fault, page, '**/remotes/mf_history/**');
    await page.evaluate(() => {
      history.pushState({}, '', '/history/post?id=1');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await card(page).waitFor({ timeout: WITHIN_MS });
    takeAway();
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Post Timeline').waitFor();
    expect(told).toHaveLength(1);
    await page.close();
  }));
  expect(violations).toEqual([]);
}, 90_000);

test('an error after a click leaves the screen where it is', async () => {
  const { tab, violations } = await browserOfAdmin();
  await releaseDesk(running.product).release('mf-history', '9.90.0', {
    factory: `async () => {
      const { createElement } = (await __FEDERATION__.__INSTANCES__[0].loadShare('react'))();
      return { remote: { '/history': () => createElement('button', { onClick() { throw new Error('broken by a click'); } }, 'Press') } };
    }`,
  });
  const { page } = await tab();
  await openArea(page, 'Post History');
  const button = page.getByRole('button', { name: 'Press' });
  await button.click();
  expect(await button.isVisible()).toBe(true);
  expect(violations).toEqual(['uncaught: broken by a click']);
}, 60_000);

test('a registry that is away at the first visit is asked again by hand; one that goes away later costs nothing', async () => {
  const { product } = running;
  const { tab, violations } = await browserOfAdmin();
  const { page } = await tab();
  await product.sql('alter table remote_releases rename to remote_releases_away');
  await openArea(page, 'Media Center');
  await heading(page, 'Media Center').waitFor();
  await page.reload();
  await page.getByRole('alert').getByText('The areas of Pagecast could not be loaded').waitFor({ timeout: WITHIN_MS });
  await openArea(page, 'Settings');
  await heading(page, 'Settings').waitFor();
  await page.goBack();
  await page.getByRole('alert').getByText('The areas of Pagecast could not be loaded').waitFor({ timeout: WITHIN_MS });
  await product.sql('alter table remote_releases_away rename to remote_releases');
  await page.getByRole('button', { name: 'Retry' }).click();
  await heading(page, 'Media Center').waitFor();
  expect(violations).toEqual([]);
}, 60_000);
