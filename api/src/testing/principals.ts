import type { Access, Endpoint } from '../contract/endpoint.ts';
import { createReleaseToken, startImpersonation } from '../contract/index.ts';
import { buildUser, type TestUser } from './builders.ts';
import { cookieOf, type Caller, type TestApi } from './test-api.ts';

/** Whoever may stand at the door, each with the session that they came with. */
export const PRINCIPALS = [
  'nobody',
  'owner',
  'another user',
  'blocked',
  'admin',
  'demoted admin',
  'admin impersonating the owner',
] as const;
export type Principal = (typeof PRINCIPALS)[number];

/** Lets somebody come in, and then happen to them what has happened to them. */
export async function enterAs(api: TestApi, principal: Principal, owner: TestUser): Promise<Caller> {
  switch (principal) {
    case 'nobody':
      return api.as(null);
    case 'owner':
      return alive(api, owner);
    case 'another user':
      return alive(api, await buildUser(api.db));
    case 'admin':
      return alive(api, await buildUser(api.db, { role: 'admin' }));
    case 'blocked': {
      const person = await buildUser(api.db);
      const caller = await alive(api, person);
      await change(api, person, { type: 'blacklist' });
      return caller;
    }
    case 'demoted admin': {
      const person = await buildUser(api.db, { role: 'admin' });
      const caller = await alive(api, person);
      await change(api, person, { role: 'user' });
      return caller;
    }
    case 'admin impersonating the owner': {
      const admin = await alive(api, await buildUser(api.db, { role: 'admin' }));
      const answer = await admin.call(startImpersonation, { body: { facebookId: owner.facebookId } });
      if (answer.status !== 200) throw new Error(`The administrator could not act: ${answer.text}`);
      return api.withCookie(cookieOf(answer.headers));
    }
  }
}

/** Its session is made now, not at its first call. */
async function alive(api: TestApi, person: TestUser): Promise<Caller> {
  const caller = api.as(person);
  const answer = await caller.ask('/api/auth/user');
  if (answer.status !== 200) throw new Error(`${person.name} is not in: ${answer.status}`);
  return caller;
}

async function change(api: TestApi, { facebookId }: TestUser, facts: { type?: string; role?: string }): Promise<void> {
  await api.db('access_entries').where({ facebook_id: facebookId }).update(facts);
}

/** Makes each call as somebody who may: as `owner`, as an administrator, or with a token that may do everything. */
export async function rightCaller(api: TestApi, owner: Caller): Promise<(endpoint: Endpoint) => Caller> {
  const admin = api.as(await buildUser(api.db, { role: 'admin' }));
  const made = await admin.call(createReleaseToken, {
    body: { name: 'CI', area: 'mf_history', rights: ['stage', 'move', 'rollback'] },
  });
  const holder = api.withToken(made.body.token);
  const callers: Record<Access, Caller> = { public: owner, user: owner, admin, 'release-token': holder };
  return ({ access }) => callers[access];
}
