import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT } from '../paths.ts';
import { OLDEST_DATABASE } from '../testing/oldest-supported.ts';
import { runTool } from '../step.ts';
import { missCommit, unpackCommit } from '../testing/sources-of-commit.ts';
import { logInOwner, type Owner } from './owner.ts';
import { migrateAs } from './release-sources.ts';
import { putOnSchedule } from './load-burst.ts';
import { startWorld, type World } from './world.ts';

const MIGRATIONS = 'api/src/db/migrations';
const ENDS_WITHIN_MS = 240_000;

const sources = path.join(ROOT, '.cache/sources', OLDEST_DATABASE);
const isThere = await unpackCommit(OLDEST_DATABASE, sources, ['api']);
if (!isThere) missCommit('an upgrade', OLDEST_DATABASE);

describe.skipIf(!isThere)('a database of the oldest release that is still supported', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ mode: 'two-step', swaps: [], migrate: (url) => migrateAs(sources, url) });
  });
  afterAll(() => world.close());

  test('has run every migration of its day as it still stands here, apart from the format', async () => {
    const ofThen = path.join(world.folder, 'migrations-of-then');
    fs.cpSync(path.join(sources, MIGRATIONS), ofThen, { recursive: true });
    // Some texts settle with the second pass.
    for (const pass of ['first', 'second'])
      expect([pass, (await runTool('oxfmt', ['--config', path.join(ROOT, '.oxfmtrc.json'), ofThen])).code]).toEqual([
        pass,
        0,
      ]);
    const names = fs.readdirSync(ofThen).filter((name) => /^\d+_.*\.ts$/.test(name));
    const read = (folder: string, name: string) => fs.readFileSync(path.join(folder, name), 'utf8');
    const here = path.join(ROOT, MIGRATIONS);
    expect(
      names.filter((name) => !fs.existsSync(path.join(here, name)) || read(here, name) !== read(ofThen, name)),
    ).toEqual([]);
  });

  test("goes on under today's, with what was planned and what was published in it", async () => {
    const then = await world.addApi('then', { root: sources });
    then.start();
    await then.untilReady();
    const owner = await logInOwner(world, [then]);
    await plan(owner, [
      ['Out before', 0],
      ['Planned before', 24 * 3600_000],
    ]);
    await ended('Out before');
    await then.stop();

    const today = await world.addApi('today');
    today.start();
    await today.untilReady();
    await world.table.rows("update posts set scheduled_at = now() where content = 'Planned before'");
    await plan(await logInOwner(world, [today]), [['Planned after', 0]]);
    for (const text of ['Planned before', 'Planned after'])
      expect(await ended(text)).toMatchObject({ status: 'published', problem: null });
    const pages = await Promise.all(
      owner.pages
        .slice(0, 3)
        .map(({ pageId }) =>
          world.control<{ message: string; is_published: boolean }[]>('GET', `pages/${pageId}/posts`),
        ),
    );
    expect(
      pages
        .flat()
        .filter(({ message, is_published: isOut }) => isOut && / (before|after)$/.test(message))
        .map(({ message }) => message)
        .sort(),
    ).toEqual(['Out before', 'Planned after', 'Planned before']);
    expect(today.ownDeaths()).toEqual([]);
  });

  /** Texts on pages of their own, due in so many milliseconds. */
  async function plan(owner: Owner, texts: readonly (readonly [string, number])[]): Promise<void> {
    const planned = texts.map(([text, dueInMs]) => ({
      n: 0,
      kind: 'text' as const,
      page: ['Out before', 'Planned before', 'Planned after'].indexOf(text),
      marker: text,
      text,
      dueInMs,
      action: null,
    }));
    await putOnSchedule(world, owner, planned, Date.now());
  }

  async function ended(text: string): Promise<{ status: string; problem: unknown }> {
    const until = Date.now() + ENDS_WITHIN_MS;
    for (;;) {
      const post = await world.table.one<{ status: string; problem: unknown }>(
        'select status, problem from posts where content = $1',
        [text],
      );
      if ((post.status !== 'scheduled' && post.status !== 'publishing') || Date.now() > until) return post;
      await sleep(100);
    }
  }
});
