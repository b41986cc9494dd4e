import { setTimeout } from 'node:timers/promises';
import pMap from 'p-map';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { adminTabs, card, during, heading, openArea, othersWork, screenOf } from './admin-tabs.ts';
import { useProduct } from './journey.ts';
import { releaseDesk } from './make-release.ts';
import { FILE_FAULTS, isEndless, lay, MANIFEST_FAULTS, type FileFault } from './remote-faults.ts';

/** They wait for most of the time. */
const AT_ONCE = 4;
const MOST_TRIES = 4;
const running = useProduct();
const desk = () => releaseDesk(running.product);

const currentVersion = async () =>
  (
    await running.product.sql("select version from remote_releases where name = 'mf_history' and status = 'current'")
  )[0]?.['version'] as string;

type Tab = Awaited<ReturnType<typeof adminTabs>>['tab'];

/**
 * Opens the area in a new tab with a fault over its files, up to what `shown` waits for. What
 * fails at once is waited for as long as the test waits. Where a file never comes, and a busy machine brings those
 * before it so late that the area gives up, that is another fault than this one: then once more, in another tab.
 * @param files pattern of addresses, such as those of one version
 */
async function meet<Shown>(
  tab: Tab,
  { fault, files }: { fault: FileFault; files: string },
  shown: (page: Page) => Promise<Shown>,
) {
  for (let tries = 1, before: string[] = []; ; tries += 1) {
    const { page, reported } = await tab({ isPatient: !isEndless(fault) });
    let isMet = false;
    const breaking: FileFault['break'] = (route) => {
      isMet = true;
      return fault.break(route);
    };
    const takeAway = await lay({ ...fault, break: breaking }, page, files);
    await openArea(page, 'Post History');
    const seen = await shown(page);
    if (isMet || tries === MOST_TRIES) return { page, reported, before, takeAway, seen };
    before = [...before, ...reported];
    await page.close();
  }
}

type Faults = Readonly<Record<string, FileFault>>;

/** @returns what was reported under each of them */
const underEach = (faults: Faults, meetOne: (fault: FileFault, n: number) => Promise<string[]>) =>
  pMap(
    Object.entries(faults),
    ([what, fault], n) => during(what, async () => [what, await meetOne(fault, n)] as const),
    {
      concurrency: AT_ONCE,
    },
  );
const oneReportOfEach = (faults: Faults, version: string) =>
  Object.entries(faults).map(([what, { phase }]) => [what, [`mf_history ${version} ${phase}`]]);

test('whatever is wrong with its files, an area says so once, alone, and comes back by Try again', async () => {
  const { product } = running;
  const { tab, violations } = await adminTabs(running);
  const all: string[] = [];
  const meetOne = async (fault: FileFault, n: number): Promise<string[]> => {
    const {
      page,
      reported: reportedHere,
      before,
      takeAway,
    } = await meet(tab, { fault, files: '**/remotes/mf_history/**' }, (opened) => card(opened).waitFor());
    // Two, so that each other area stands beside faults of every step.
    await othersWork(page, { first: 2 * n, count: 2 });
    await openArea(page, 'Post History');
    await card(page).waitFor();
    takeAway();
    const presses = await screenOf(page, 'Post History');
    expect(presses).toBeGreaterThan(0);
    expect(await page.evaluate(() => ['sameVisit' in window, 'tampered' in window])).toEqual([true, false]);
    await page.close();
    const ofArea = reportedHere.filter((one) => one.startsWith('mf_history '));
    all.push(...before.filter((one) => one.startsWith('mf_history ')), ...ofArea);
    // Each further try reports what it met.
    return presses === 1 ? ofArea : ofArea.slice(0, 1);
  };
  const version = await currentVersion();
  expect(await underEach(FILE_FAULTS, meetOne)).toEqual(oneReportOfEach(FILE_FAULTS, version));
  await desk().release('mf-history', '8.0.0', { isReadFirst: true });
  await product.sql("update remote_releases set status = 'retired', current_since = null where status = 'previous'");
  expect(await underEach(MANIFEST_FAULTS, meetOne)).toEqual(oneReportOfEach(MANIFEST_FAULTS, '8.0.0'));
  const kept = () =>
    product.sql(
      `select phase, count(*)::int as reports from remote_loads where phase is not null and name = 'mf_history'
        group by phase order by phase`,
    );
  // The last ones may still be on their way.
  await expect
    .poll(kept)
    .toEqual(
      [...Map.groupBy(all, (one) => one.split(' ')[2])]
        .map(([phase, those]) => ({ phase, reports: those.length }))
        .toSorted((x, y) => ((x.phase ?? '') < (y.phase ?? '') ? -1 : 1)),
    );
  expect(violations).toEqual([]);
});

test('a version before takes the place of one whose files are wrong, or the area says so', async () => {
  const { tab, violations } = await adminTabs(running);
  const meetIn = (version: string) => async (fault: FileFault) => {
    const {
      page,
      reported: reportedHere,
      seen: presses,
    } = await meet(tab, { fault, files: `**/remotes/mf_history/${version}/**` }, (opened) =>
      screenOf(opened, 'Post History'),
    );
    await page.close();
    // Each further try reports what it met.
    return presses === 0 ? reportedHere : reportedHere.slice(0, 1);
  };
  await desk().release('mf-history', '9.0.0');
  expect(await underEach(FILE_FAULTS, meetIn('9.0.0'))).toEqual(oneReportOfEach(FILE_FAULTS, '9.0.0'));
  await desk().release('mf-history', '9.1.0', { isReadFirst: true });
  expect(await underEach(MANIFEST_FAULTS, meetIn('9.1.0'))).toEqual(oneReportOfEach(MANIFEST_FAULTS, '9.1.0'));

  const { page, reported: reportedOfBoth } = await tab();
  await lay(
    { phase: 'entry', file: /remoteEntry\.js$/, break: () => new Promise<void>(() => {}) },
    page,
    '**/remotes/mf_history/**',
  );
  await openArea(page, 'Post History');
  await card(page).getByText('or those of the previous version').waitFor();
  expect(reportedOfBoth).toHaveLength(2);
  expect(violations).toEqual([]);
});

test('a part that comes with its first use and fails then, costs its screen until Try again', async () => {
  const { tab, violations } = await adminTabs(running);
  await pMap(
    ['a chunk is not there', 'a chunk was tampered with', 'a chunk never comes'] as const,
    (what) =>
      during(what, async () => {
        const fault = FILE_FAULTS[what];
        const { page, reported } = await tab({ isPatient: !isEndless(fault) });
        await openArea(page, 'Post History');
        await screenOf(page, 'Post History');
        reported.length = 0;
        const takeAway = await lay(fault, page, '**/remotes/mf_history/**');
        await page.evaluate(() => {
          history.pushState({}, '', '/history/post?id=1');
          dispatchEvent(new PopStateEvent('popstate'));
        });
        await card(page).waitFor();
        takeAway();
        const presses = await screenOf(page, 'Post Timeline');
        expect(presses).toBeGreaterThan(0);
        // Each further try reports what it met.
        expect(presses === 1 ? reported : reported.slice(0, 1)).toHaveLength(1);
        await page.close();
      }),
    { concurrency: AT_ONCE },
  );
  expect(violations).toEqual([]);
});

test('a part that is late is waited for, and one of the shell that never comes is reported in time', async () => {
  const { tab, violations } = await adminTabs(running);
  const slowPart = async () => {
    const { page, reported } = await tab();
    await openArea(page, 'Post History');
    await heading(page, 'Post History').waitFor();
    await lay(
      {
        phase: 'module',
        file: /\.js$/,
        break: async (route) => {
          // Late enough to be waited for, and far from what people are asked to wait, also on a busy machine.
          await setTimeout(500);
          await route.continue();
        },
      },
      page,
      '**/remotes/mf_history/**',
    );
    await page.evaluate(() => {
      history.pushState({}, '', '/history/post?id=1');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await heading(page, 'Post Timeline').waitFor();
    expect(reported).toEqual([]);
  };
  const shellPart = async () => {
    const { page } = await tab();
    const takeAway = await lay(
      { phase: 'module', file: /^\/[^/]+\.js$/, break: () => new Promise<void>(() => {}) },
      page,
      '**/*',
    );
    await page.evaluate(() => {
      history.pushState({}, '', '/nothing-is-here');
      dispatchEvent(new PopStateEvent('popstate'));
    });
    await page.getByRole('alert').filter({ hasText: "This page isn't available" }).waitFor();
    takeAway();
  };
  await Promise.all([during('a chunk is slow', slowPart), during('a chunk of the shell never comes', shellPart)]);
  expect(violations).toEqual([]);
});
