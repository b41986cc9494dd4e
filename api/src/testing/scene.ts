import { afterAll, beforeAll, beforeEach } from 'vitest';
import { buildUser, type TestUser, type UserFacts } from './builders.ts';
import { personWithPage, type PersonWithPage } from './person-with-page.ts';
import { postStories } from './post-stories.ts';
import { testApi, type Caller, type TestApi } from './test-api.ts';

/** Somebody with a page, and what is asked about posts. */
export interface Scene extends PersonWithPage {
  readonly stories: ReturnType<typeof postStories>;
}

/** One app for the tests of a file, there from before the first of them until after the last. */
export function setUpApi(...how: Parameters<typeof testApi>): TestApi {
  const api = {} as TestApi;
  beforeAll(async () => {
    Object.assign(api, await testApi(...how));
  });
  afterAll(() => api.close());
  return api;
}

/** One app for the tests of a file, swept before each of them. */
export function setUpSweptApi(...how: Parameters<typeof testApi>): TestApi {
  const api = setUpApi(...how);
  beforeEach(() => api.reset());
  return api;
}

/** Somebody new for each test of a file, under the same two names. */
export function setUpPerson(api: TestApi, facts: UserFacts = {}): { readonly me: TestUser; readonly caller: Caller } {
  const me = {} as TestUser;
  let current: Caller;
  beforeEach(async () => {
    Object.assign(me, await buildUser(api.db, facts));
    current = api.as(me);
  });
  return {
    me,
    caller: {
      call: (...of) => current.call(...of),
      fetch: (...of) => current.fetch(...of),
      ask: (...of) => current.ask(...of),
    },
  };
}

type Options = NonNullable<Parameters<typeof testApi>[1]>;

/**
 * One app for the tests of a file, and a new person with a page for each of them, whom `enter` takes over.
 * @param role who it is at Facebook, where that matters
 * @param env settings of the app
 */
export function setUpScene(
  enter: (scene: Scene) => void,
  { role, env, ...options }: { role?: string; env?: NodeJS.ProcessEnv } & Options = {},
): TestApi {
  const api = setUpSweptApi(env, options);
  const stories = postStories(api);
  beforeEach(async () => enter({ stories, ...(await personWithPage(api, role)) }));
  return api;
}
