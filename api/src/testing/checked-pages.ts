import { beforeEach } from 'vitest';
import { facebookLogin, listNotifications, type Notification } from '../contract/index.ts';
import type { PageId, PostId, UserId } from '../contract/ids.ts';
import { buildPost, type TestUser } from './builders.ts';
import type { PersonWithPage } from './person-with-page.ts';
import { setUpSweptApi } from './scene.ts';
import type { TestApi } from './test-api.ts';

const HOUR_MS = 3_600_000;

interface PageFacts {
  readonly is_connected: boolean;
  readonly can_publish: boolean;
  readonly problem: { readonly code: string; readonly facebook?: object } | null;
  readonly warning: { readonly code: string } | null;
  readonly next_check_at: Date;
  readonly token_expires_at: Date | null;
  readonly data_access_expires_at: Date | null;
}

export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS);

/** The person of a role, put on the whitelist and let in as their browser would be, with all their pages. */
export async function letIn(api: TestApi, role: string): Promise<TestUser> {
  const { id, name } = await api.sandbox.user(role);
  await api
    .db('access_entries')
    .insert({ facebook_id: id, name, type: 'whitelist' })
    .onConflict('facebook_id')
    .ignore();
  await logIn(api, role);
  const row = await api
    .db('users')
    .where({ facebook_id: id })
    .first<{ id: UserId; environment: TestUser['environment'] }>('id', 'environment');
  return { userId: row.id, environment: row.environment, facebookId: id, name };
}

export async function logIn(api: TestApi, role: string): Promise<void> {
  const { id, accessToken } = await api.sandbox.user(role);
  const answer = await api.as(null).call(facebookLogin, { body: { userID: id, accessToken } });
  if (answer.status !== 200) throw new Error(`The login was refused: ${answer.text}`);
}

/** Our row of a page of Facebook's. */
export async function rowOf(api: TestApi, page: { readonly id: string }): Promise<PageId> {
  const [id] = await api.db('facebook_pages').where({ page_id: page.id }).pluck<PageId[]>('id');
  if (id === undefined) throw new Error('The page is not connected');
  return id;
}

export async function factsOf(api: TestApi, id: number): Promise<PageFacts> {
  return api
    .db<PageFacts & { id: number }>('facebook_pages')
    .where({ id })
    .first()
    .then((row) => row as PageFacts);
}

/** Runs the check as if its time had come, of every page or of one. */
export async function checkNow(api: TestApi, id?: number): Promise<void> {
  await api
    .db('facebook_pages')
    .where(id === undefined ? {} : { id })
    .update({ next_check_at: api.db.fn.now() });
  await api.app.pages.checks.run();
}

/** A page whose token is checked, with its owner, who was let in as their browser would be. */
export interface CheckedPage extends PersonWithPage {
  /** A post of the page. */
  readonly mine: (facts?: object) => Promise<PostId>;
  /** Puts tokens of the sandbox's into a state. */
  readonly tokens: (of: object, state: string) => Promise<unknown>;
  readonly unread: () => Promise<readonly Notification[]>;
}

/** One app for the tests of a file, and for each of them the manager and the first of their pages. */
export function setUpCheckedPage(enter: (given: CheckedPage) => void): TestApi {
  const api = setUpSweptApi();
  beforeEach(async () => {
    await api.sandbox.clock(0);
    const me = await letIn(api, 'manager');
    const caller = api.as(me);
    const page = await api.sandbox.page();
    const pageRow = await rowOf(api, page);
    enter({
      me,
      caller,
      page,
      pageRow,
      mine: (facts = {}) => buildPost(api.db, me, { facebookPageId: pageRow, ...facts }),
      tokens: (of, state) => api.sandbox.control('PUT', '/tokens', { ...of, state }),
      unread: async () => (await caller.call(listNotifications)).body.notifications.filter(({ isRead }) => !isRead),
    });
  });
  return api;
}
