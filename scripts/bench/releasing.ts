import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { launchBrowser } from '../browser.ts';
import { ROOT } from '../paths.ts';
import type { Product } from '../product.ts';
import { logIn } from './client.ts';
import { line, timed } from './figures.ts';
import { pageWithSession } from './page-with-session.ts';

const FOLDER = 'mf-history';
const NAME = 'mf_history';

/** The two commands as a team runs them, beside a page that is open meanwhile. */
export async function benchReleasing(product: Product, db: pg.Client): Promise<void> {
  await becomeYesterdays(product, db);
  const { cookie } = await logIn(product, 'manager');
  const browser = await launchBrowser();
  try {
    const page = await pageWithSession(browser, product.url, cookie);
    await page.goto(`${product.url}/history`);
    await page.getByRole('heading', { level: 1, name: 'Post History' }).waitFor();
    const offer = page.getByText('There is a new version of Post History.');

    // Built anew, as after a change.
    fs.rmSync(path.join(ROOT, FOLDER, 'dist/.inputs'), { force: true });
    for (const [command, told, state, aim] of [
      ['release', 'build, check, register and flip', 'visible', ''],
      ['rollback', 'pointer alone', 'hidden', 'aim 5 s'],
    ] as const) {
      const seen = timed(() => offer.waitFor({ state, timeout: 120_000 }));
      const took = await timed(() => npmRun(product, command));
      line(
        `npm run ${command} -- ${FOLDER}`,
        `${seconds(took)} (${told})`,
        `an open page knows after ${seconds(await seen)}`,
        aim,
      );
    }
  } finally {
    await browser.close();
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

async function npmRun(product: Product, command: string): Promise<void> {
  await promisify(execFile)(process.execPath, [path.join(ROOT, 'scripts/boot.mjs'), command, FOLDER], {
    cwd: ROOT,
    env: { ...process.env, DATABASE_URL: product.databaseUrl, DATA_DIR: product.dataDir, PUBLIC_URL: product.url },
  });
}

/** The version that the product came with gets another name, so that today's can be released over it. */
async function becomeYesterdays(product: Product, db: pg.Client): Promise<void> {
  const {
    rows: [current],
  } = await db.query<{ version: string }>(
    "select version from remote_releases where name = $1 and status = 'current'",
    [NAME],
  );
  if (current === undefined) throw new Error(`${NAME} has no current version`);
  const releases = path.join(product.dataDir, 'releases', NAME);
  fs.renameSync(path.join(releases, current.version), path.join(releases, '0.9.0'));
  // What people have met in it so far holds it by its name.
  for (const table of ['area_figures', 'area_errors'])
    await db.query(`delete from ${table} where name = $1 and version = $2`, [NAME, current.version]);
  await db.query(
    `update remote_releases set version = '0.9.0', manifest_url = replace(manifest_url, $2, '0.9.0'),
      entry_url = replace(entry_url, $2, '0.9.0'),
    preload = replace(preload::text, $2, '0.9.0')::jsonb where name = $1 and version = $2`,
    [NAME, current.version],
  );
}
