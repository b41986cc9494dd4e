import type { TestPage } from '../../sandbox/testing.ts';
import type { PageId } from '../contract/ids.ts';
import { buildPage, buildUser, type TestUser } from './builders.ts';
import type { Caller, TestApi } from './test-api.ts';

/** Somebody, and a page of the sandbox's that they have connected. */
export interface PersonWithPage {
  readonly me: TestUser;
  readonly caller: Caller;
  readonly page: TestPage;
  readonly pageRow: PageId;
}

/** @param role who it is at Facebook, where that matters; else a person whom Facebook does not know */
export async function personWithPage(api: TestApi, role?: string): Promise<PersonWithPage> {
  const person = role === undefined ? null : await api.sandbox.user(role);
  const me = await buildUser(api.db, person === null ? {} : { facebookId: person.id, name: person.name });
  const page = await api.sandbox.page();
  const { id } = await buildPage(api.db, me, { pageId: page.id, name: page.name, accessToken: page.access_token });
  return { me, caller: api.as(me), page, pageRow: id };
}

export interface ConnectedTestPage {
  readonly page: TestPage;
  /** Our row of it. */
  readonly row: PageId;
}

/** The person of a role at Facebook, with as many of their pages connected, in order. */
export async function personWithPages(
  api: TestApi,
  role: string,
  count: number,
): Promise<Pick<PersonWithPage, 'me' | 'caller'> & { readonly pages: ConnectedTestPage[] }> {
  const person = await api.sandbox.user(role);
  const me = await buildUser(api.db, { facebookId: person.id, name: person.name });
  const pages: ConnectedTestPage[] = [];
  for (const page of person.pages.slice(0, count)) {
    const { id } = await buildPage(api.db, me, { pageId: page.id, name: page.name, accessToken: page.access_token });
    pages.push({ page, row: id });
  }
  return { me, caller: api.as(me), pages };
}
