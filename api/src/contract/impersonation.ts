import * as z from 'zod/mini';
import { Done, FacebookId } from './common.ts';
import { endpoint, none } from './endpoint.ts';

export const MOCKABLE_PEOPLE_SHOWN = 1000;

/** Somebody who can be impersonated in the environment that is shown. */
export const MockablePerson = z.object({
  facebookId: z.string(),
  name: z.string(),
  /** False for somebody who is allowed and has never logged in; their account is made when they are impersonated. */
  hasAccount: z.boolean(),
});
export type MockablePerson = z.infer<typeof MockablePerson>;

/** By their names. Of more than MOCKABLE_PEOPLE_SHOWN the others are reached by their Facebook ID. */
export const listMockablePeople = endpoint({
  method: 'GET',
  path: '/api/admin/mock-users',
  access: 'admin',
  resource: 'access',
  touches: [],
  isHeavy: true,
  params: none,
  query: none,
  body: none,
  response: z.array(MockablePerson),
});

/** Takes the Facebook ID of anybody who has logged in or is allowed, and is no administrator. */
export const startImpersonation = endpoint({
  method: 'POST',
  path: '/api/admin/mock-user',
  access: 'admin',
  resource: 'session',
  touches: ['session'],
  params: none,
  query: none,
  body: z.strictObject({ facebookId: FacebookId }),
  response: Done,
});

/** Open to every session, since an impersonated one is no admin's; it refuses a session that impersonates nobody. */
export const stopImpersonation = endpoint({
  method: 'POST',
  path: '/api/admin/clear-mock-user',
  access: 'user',
  resource: 'session',
  touches: ['session'],
  params: none,
  query: none,
  body: none,
  response: Done,
});
