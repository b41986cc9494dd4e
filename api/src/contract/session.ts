import * as z from 'zod/mini';
import { Done, FacebookId, Instant, limited, list, Note, open, Secret } from './common.ts';
import { endpoint, none } from './endpoint.ts';

/** The permissions asked for at login; all three are needed. Source: spec section 9. */
export const FACEBOOK_PERMISSIONS = ['pages_show_list', 'pages_manage_posts', 'pages_read_engagement'] as const;
export type FacebookPermission = (typeof FACEBOOK_PERMISSIONS)[number];

export const User = z.object({
  /** The person's Facebook ID under the app they logged in with. */
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  /** Facebook gives it only with a permission that we do not ask for. */
  email: z.nullable(z.string()),
  isAdmin: z.boolean(),
  /** The zone the person chose; absent or null while the zone of their browser counts. */
  timeZone: z.optional(z.nullable(z.string())),
  /** The dashboard shows the list of first steps: known with the person, so that it has its place from the start. */
  areFirstStepsOpen: z.optional(z.boolean()),
  /** How far apart their posts stay on a page; absent from an API of an earlier day, which keeps `SPACING_MINUTES`. */
  spacingMinutes: z.optional(z.number()),
  /** The administrator who acts in this person's place, and until when; absent or null for everybody else. */
  impersonatedBy: z.optional(z.nullable(z.object({ id: z.string(), name: z.string(), until: Instant }))),
});
export type User = z.infer<typeof User>;

/** What a refused login may say. `requiresInvitation` sends the person to /unauthorized. */
export const LoginRefusal = z.object({
  message: z.string(),
  requiresInvitation: z.optional(z.boolean()),
  facebookId: z.optional(z.string()),
  name: z.optional(z.string()),
  type: z.optional(z.literal('blacklist')),
});
export type LoginRefusal = z.infer<typeof LoginRefusal>;

export const currentUser = endpoint({
  method: 'GET',
  path: '/api/auth/user',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'session',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: User,
});

export const logout = endpoint({
  method: 'POST',
  path: '/api/logout',
  access: 'public',
  resource: 'session',
  touches: ['session'],
  params: none,
  query: none,
  body: none,
  response: Done,
});

/**
 * Ends every session of this person, on every device, this one included, and the logins of assistants and command
 * lines. Tokens that they made by hand go on, unless `personalTokens` says otherwise: scripts depend on them.
 */
export const logoutEverywhere = endpoint({
  method: 'POST',
  path: '/api/logout-everywhere',
  access: 'user',
  resource: 'session',
  touches: ['session'],
  params: none,
  query: none,
  body: z.strictObject({ personalTokens: z.optional(z.boolean()) }),
  response: Done,
});

export const facebookConfig = endpoint({
  method: 'GET',
  path: '/api/facebook/config',
  access: 'public',
  resource: 'session',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.object({
    appId: z.string(),
    /** Version and address of the SDK, so that the browser needs no setting of its own. */
    version: z.string(),
    sdkUrl: z.string(),
    supportEmail: z.string(),
    fiztechHost: z.string(),
  }),
});

/**
 * A page as the SDK hands it to the browser, with whatever else Facebook tells of it. The server reads the pages itself
 * and trusts none of these.
 */
const SdkPage = open({
  id: FacebookId,
  name: Note,
  access_token: z.optional(limited(5000)),
  category: z.optional(z.nullable(Note)),
});

export const facebookLogin = endpoint({
  method: 'POST',
  path: '/api/facebook/login',
  access: 'public',
  resource: 'session',
  touches: ['session', 'pages', 'posts', 'dashboard', 'settings'],
  params: none,
  query: none,
  body: z.strictObject({
    userID: FacebookId,
    name: z.optional(z.nullable(Note)),
    email: z.optional(z.nullable(Note)),
    accessToken: Secret,
    pages: z.optional(list(SdkPage, 5000)),
  }),
  response: User,
});

/** The caller's picture, fetched with our token; 404 when Facebook has none, and the screen shows initials. */
export const PROFILE_PICTURE_PATH = '/api/auth/user/picture';
