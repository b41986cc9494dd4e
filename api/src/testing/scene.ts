import { afterAll, beforeAll, beforeEach } from 'vitest';
import { personWithPage, type PersonWithPage } from './person-with-page.ts';
import { postStories } from './post-stories.ts';
import { testApi, type TestApi } from './test-api.ts';

/** The app, somebody with a page, and what is asked about posts. */
export interface Scene extends PersonWithPage {
  readonly api: TestApi;
  readonly stories: ReturnType<typeof postStories>;
}

/**
 * One app for the tests of a file, swept before each of them; then comes `enter`, which takes it over.
 * @param env settings of the app
 */
export function setUpApi(enter: (api: TestApi) => Promise<void> | void, env?: NodeJS.ProcessEnv): void {
  let api: TestApi;
  beforeAll(async () => {
    api = await testApi(env);
  });
  afterAll(() => api.close());
  beforeEach(async () => {
    await api.reset();
    await enter(api);
  });
}

/**
 * One app for the tests of a file, and a new person with a page for each of them, whom `enter` takes over.
 * @param role who it is at Facebook, where that matters
 * @param env settings of the app
 */
export function setUpScene(
  enter: (scene: Scene) => void,
  { role, env }: { role?: string; env?: NodeJS.ProcessEnv } = {},
): void {
  setUpApi(async (api) => enter({ api, stories: postStories(api), ...(await personWithPage(api, role)) }), env);
}
