import * as z from 'zod/mini';
import { Done } from './common.ts';
import { endpoint, none } from './endpoint.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

export const Settings = z.object({
  /** IANA name; null until the person's first screen told it. */
  timeZone: z.nullable(z.string()),
  theme: z.enum(THEMES),
});
export type Settings = z.infer<typeof Settings>;

export const readSettings = endpoint({
  method: 'GET', path: '/api/settings', access: 'user', resource: 'settings', touches: [],
  params: none, query: none, body: none, response: Settings,
});

export const updateSettings = endpoint({
  method: 'PATCH', path: '/api/settings', access: 'user', resource: 'settings', touches: ['settings'],
  params: none, query: none,
  body: z.strictObject({ timeZone: z.optional(z.string().check(z.maxLength(100))), theme: z.optional(z.enum(THEMES)) }),
  response: Settings,
});

export const deleteAllData = endpoint({
  method: 'DELETE', path: '/api/user/delete-all-data', access: 'user', resource: 'account', touches: ['session'],
  params: none, query: none, body: none, response: Done,
});

/** How long the farewell stays on screen before the logout. Source: spec section 9. */
export const ACCOUNT_DELETION_LOGOUT_MS = 2000;
