import * as z from 'zod/mini';
import { Done, Instant, limited } from './common.ts';
import { endpoint, none } from './endpoint.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const Settings = z.object({
  /** The IANA name of the zone the person chose; null while the zone of their browser counts. */
  timeZone: z.nullable(z.string()),
  theme: z.enum(THEMES),
});
export type Settings = z.infer<typeof Settings>;

export const readSettings = endpoint({
  method: 'GET',
  path: '/api/settings',
  access: 'user',
  resource: 'settings',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: Settings,
});

export const updateSettings = endpoint({
  method: 'PATCH',
  path: '/api/settings',
  access: 'user',
  resource: 'settings',
  touches: ['settings', 'session', 'dashboard', 'notifications'],
  params: none,
  query: none,
  body: z.strictObject({ timeZone: z.optional(z.nullable(limited(100))), theme: z.optional(z.enum(THEMES)) }),
  response: Settings,
});

export const deleteAllData = endpoint({
  method: 'DELETE',
  path: '/api/user/delete-all-data',
  access: 'user',
  resource: 'account',
  touches: ['session'],
  params: none,
  query: none,
  body: none,
  /** The code opens the receipt at `/user-data-deletion?code=…`. */
  response: z.extend(Done, { confirmationCode: z.optional(z.string()) }),
});

/** What became of a deletion. The code was given to whoever asked for it, and the receipt names nobody. */
export const deletionStatus = endpoint({
  method: 'GET',
  path: '/api/user-data-deletion/:code',
  access: 'public',
  resource: 'account',
  touches: [],
  params: z.strictObject({ code: limited(64, z.regex(/^[0-9a-zA-Z]{1,64}$/, 'Must be letters and digits')) }),
  query: none,
  body: none,
  response: z.object({ status: z.enum(['pending', 'done']), requestedAt: Instant, finishedAt: z.nullable(Instant) }),
});

/**
 * Where Facebook calls when a person asks it for the deletion of their data, or removes the app. Not calls of the
 * contract: they are signed forms.
 */
export const DATA_DELETION_PATH = '/api/facebook/data-deletion';
export const DEAUTHORIZE_PATH = '/api/facebook/deauthorize';

/** How long the farewell stays on screen before the logout. Source: spec section 9. */
export const ACCOUNT_DELETION_LOGOUT_MS = 2000;
