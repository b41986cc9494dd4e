import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { PageId } from '../contract/ids.ts';
import type { TestPage } from '../../sandbox/testing.ts';
import * as contract from '../contract/index.ts';
import { buildPage, buildUser, type TestUser } from './builders.ts';
import { testApi, type Caller, type TestApi, type TestProcess } from './test-api.ts';

/** What the page's owner wants written. */
export const scope = 'Write about fresh bread and kaya toast. Include relevant hashtags';

/** An answer of the AI that the client does not ask for again by itself. */
export const aiError = (http: number, code: string) => ({
  type: 'error',
  http,
  code,
  message: 'no',
  headers: { 'x-should-retry': 'false' },
});

interface Scene {
  api: TestApi;
  second: TestProcess;
  me: TestUser;
  /** The owner of the page, at each of the two processes. */
  here: Caller;
  there: Caller;
  page: TestPage;
  /** Our row of the page. */
  pageId: PageId;
}

/** For a file of tests: two processes, and before each test somebody with a page that automation may be set up for. */
export function automationScene() {
  const scene = {} as Scene;
  beforeAll(async () => {
    scene.api = await testApi();
    scene.second = await scene.api.another();
  });
  afterAll(() => scene.api.close());
  beforeEach(async () => {
    const { api, second } = scene;
    await api.reset();
    const person = await api.sandbox.user('manager');
    const me = await buildUser(api.db, { facebookId: person.id, name: person.name });
    const page = person.pages[0] as TestPage;
    const { id: pageId } = await buildPage(api.db, me, {
      pageId: page.id,
      name: page.name,
      accessToken: page.access_token,
    });
    Object.assign(scene, { me, here: api.as(me), there: second.as(me), page, pageId });
  });

  return Object.assign(scene, {
    save: (choice: Partial<contract.PageConfiguration> = {}, frequency: 1 | 3 | 6 | 12 | 24 = 6) =>
      scene.here.call(contract.saveAutomationSettings, {
        body: {
          regenerationFrequency: frequency,
          pageConfigurations: [
            { pageId: scene.pageId, isEnabled: true, contentCount: 1, contentScope: scope, mode: 'publish', ...choice },
          ],
        },
      }),
    start: (by = scene.here) => by.call(contract.startAutomation, { body: {} }),
    stop: () => scene.here.call(contract.stopAutomation, { body: {} }),
    settings: async () => (await scene.here.call(contract.automationSettings)).body,
    queue: async () => (await scene.here.call(contract.automationQueue)).body,
    cycles: async () => (await scene.here.call(contract.listAutomationCycles)).body,

    /** What followers of the page have read in the last minute. */
    publicTexts: async () =>
      (await scene.api.sandbox.oracle(scene.page.id))
        .filter((post) => post.is_published && new Date(post.created_time) > new Date(Date.now() - 60_000))
        .map((post) => post.message),

    /** One tick of automation in both processes, with all the texts that it sets in motion. */
    async tick(): Promise<void> {
      const engines = [scene.api.app.automation, scene.second.app.automation];
      await Promise.all(engines.map((engine) => engine.tickJob.run(new Date())));
      await Promise.all(engines.map((engine) => engine.settled()));
    },

    /** As if so much time had passed for what automation has planned. */
    async passes(interval: string): Promise<void> {
      for (const [table, columns, which] of [
        ['automation_slots', ['due_at', 'next_at'], 'true'],
        ['automation_cycles', ['starts_at', 'ends_at'], 'true'],
        ['automation_settings', ['anchor_at', 'last_cycle_at', 'next_cycle_at', 'held_until'], 'true'],
        ['posts', ['scheduled_at'], 'is_automatic'],
        ['pauses', ['paused_until'], "scope = 'ai'"],
      ] as const) {
        const moves = columns.map((column) => `${column} = ${column} - ?::interval`).join(', ');
        await scene.api.db.raw(
          `update ${table} set ${moves} where ${which}`,
          columns.map(() => interval),
        );
      }
    },

    /** What the AI says from now on, `times` times. */
    aiSays: (action: unknown, times?: number) =>
      scene.api.sandbox.fault({
        match: { service: 'openai' },
        when: 'before',
        action,
        ...(times === undefined ? {} : { times }),
      }),
  });
}
