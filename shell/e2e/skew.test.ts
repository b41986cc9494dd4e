import fs from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { CONTRACT_VERSION } from '../../api/src/contract/remotes.ts';
import { ROOT } from '../../scripts/paths.ts';
import { OLDEST_IN_USE } from '../../scripts/testing/oldest-supported.ts';
import { missCommit } from '../../scripts/testing/sources-of-commit.ts';
import { AREA_TOURS } from './area-tours.ts';
import { buildsOf } from './builds-of-commit.ts';
import { logIn, useProduct } from './journey.ts';
import { releaseDesk } from './make-release.ts';

/** Lengths that scripts set on what floats beside something. */
const SET_BY_SCRIPT = /^--(available|anchor)-/;
/** What the runtime of federation says of every second version of a remote, in a page of the earlier release. */
const EARLIER_REMARK = 'is already registered';
/**
 * A timeline whose post was deleted may hear of it before its screen has gone, and ask once more for what is no longer
 * there.
 */
const GONE_POST = /404 \(Not Found\).*\/api\/posts\/\d+\/timeline/;

/** What a build says of itself, beside it. */
interface BuiltRelease {
  readonly contract: number;
  readonly paths: readonly string[];
}
const releaseOf = (root: string, area: string) =>
  JSON.parse(fs.readFileSync(path.join(root, area, 'dist/release.json'), 'utf8')) as BuiltRelease;

const earlier = await buildsOf(OLDEST_IN_USE);
if (earlier === null) missCommit('builds of different days', OLDEST_IN_USE);
const tours = Object.entries(AREA_TOURS);

/** What styles read and nobody in the page declares, such as a colour that a shell of another day no longer has. */
async function undeclaredProperties(page: Page): Promise<string[]> {
  const names = await page.evaluate(() => {
    const css = Array.from(document.styleSheets, (sheet) =>
      Array.from(sheet.cssRules, ({ cssText }) => cssText).join('\n'),
    ).join('\n');
    const declared = new Set(
      Array.from(css.matchAll(/(--[\w-]+)\s*:|@property (--[\w-]+)/g), ([, plain, registered]) => plain ?? registered),
    );
    return [...new Set(Array.from(css.matchAll(/var\((--[\w-]+)\)/g), ([, name]) => name ?? ''))].filter(
      (name) => !declared.has(name),
    );
  });
  return names.filter((name) => !SET_BY_SCRIPT.test(name));
}

describe.skipIf(earlier === null)('builds of different days', () => {
  test.each(tours)('%s speaks the same version of the contract in both', (area) => {
    // Otherwise today's shell refuses that release.
    expect(
      releaseOf(earlier ?? '', area).contract,
      'Record the first commit of the new version of the contract as the oldest in use',
    ).toBe(CONTRACT_VERSION);
  });

  describe.each([
    { shell: 'today', webRoot: ROOT, remotes: 'an earlier release', remotesRoot: earlier ?? '' },
    { shell: 'an earlier release', webRoot: earlier ?? '', remotes: 'today', remotesRoot: ROOT },
  ])('an open page with the shell of $shell takes the remotes of $remotes', ({ webRoot, remotesRoot }) => {
    const running = useProduct({ webRoot });
    let visit: Awaited<ReturnType<typeof running.visitor>>;
    beforeAll(async () => {
      visit = await running.visitor();
      await logIn(visit.page, running.product, 'admin');
    });

    test.each(tours)('%s', async (area, { screens, act }) => {
      const { page, complaints } = visit;
      const [[firstPath, firstName] = ['/', ''], ...others] = Object.entries(screens);
      const heading = (name: string | RegExp) => page.getByRole('heading', { level: 1, name }).waitFor();
      complaints.length = 0;
      await page.goto(running.product.url + firstPath);
      await heading(firstName);

      await releaseDesk(running.product).releaseBuild(area, remotesRoot);
      await page.getByRole('button', { name: 'Show it' }).click();
      await page.getByText('There is a new version of').waitFor({ state: 'detached' });
      await heading(firstName);
      await act(page);
      const { paths } = releaseOf(remotesRoot, area);
      // An earlier release has fewer screens.
      for (const [address, name] of others.filter(([screen]) => paths.includes(screen))) {
        await page.goto(running.product.url + address);
        await heading(name);
      }
      expect(await undeclaredProperties(page)).toEqual([]);
      const unexpected = complaints.filter(
        (line) => !GONE_POST.test(line) && (webRoot === ROOT || !line.includes(EARLIER_REMARK)),
      );
      expect(unexpected).toEqual([]);
    });
  });
});
