import { facebookLogin } from '../contract/index.ts';
import type { PageId, UserId } from '../contract/ids.ts';
import type { TestUser } from './builders.ts';
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
