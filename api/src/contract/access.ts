import * as z from 'zod/mini';
import { byId, Done, Instant, ListedId, Name, PageLimit, PageNumber, SearchText } from './common.ts';
import { endpoint, none } from './endpoint.ts';

export const ACCESS_TYPES = ['whitelist', 'blacklist'] as const;
export type AccessType = (typeof ACCESS_TYPES)[number];
export const ROLES = ['user', 'admin'] as const;
export type Role = (typeof ROLES)[number];

export const AccessEntry = z.object({
  id: z.number(),
  facebookId: z.string(),
  name: z.string(),
  type: z.enum(ACCESS_TYPES),
  role: z.enum(ROLES),
});
export type AccessEntry = z.infer<typeof AccessEntry>;

export const listAccessEntries = endpoint({
  method: 'GET',
  path: '/api/admin/access-control',
  access: 'admin',
  resource: 'access',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(AccessEntry),
});

export const addAccessEntry = endpoint({
  method: 'POST',
  path: '/api/admin/access-control',
  access: 'admin',
  resource: 'access',
  touches: ['audit', 'access', 'login-activity'],
  params: none,
  query: none,
  body: z.strictObject({
    facebookId: ListedId,
    name: Name,
    type: z.enum(ACCESS_TYPES),
    role: z.optional(z.enum(ROLES)),
  }),
  response: AccessEntry,
  success: 201,
});

export const removeAccessEntry = endpoint({
  method: 'DELETE',
  path: '/api/admin/access-control/:id',
  access: 'admin',
  resource: 'access',
  touches: ['audit', 'access', 'login-activity'],
  params: byId,
  query: none,
  body: none,
  response: Done,
});

export const changeAccessRole = endpoint({
  method: 'PATCH',
  path: '/api/admin/access-control/:id/role',
  access: 'admin',
  resource: 'access',
  touches: ['audit', 'access'],
  params: byId,
  query: none,
  body: z.strictObject({ role: z.enum(ROLES) }),
  response: AccessEntry,
});

export const LOGIN_ACTIVITY_PAGE_SIZE = 10;
export const LOGIN_ACTIONS = ['login', 'logout', 'access_denied'] as const;

export const LoginActivity = z.object({
  id: z.number(),
  action: z.enum(LOGIN_ACTIONS),
  name: z.string(),
  facebookId: z.string(),
  /** As it was then. */
  accessControlType: z.enum([...ACCESS_TYPES, 'none']),
  /** As it is now. */
  currentAccess: z.optional(z.enum([...ACCESS_TYPES, 'none'])),
  ipAddress: z.nullable(z.string()),
  createdAt: Instant,
});
export type LoginActivity = z.infer<typeof LoginActivity>;

export const listLoginActivity = endpoint({
  method: 'GET',
  path: '/api/admin/login-activity',
  access: 'admin',
  resource: 'login-activity',
  touches: [],
  isHeavy: true,
  params: none,
  query: z.strictObject({
    page: z.optional(PageNumber),
    limit: z.optional(PageLimit),
    action: z.optional(z.enum(LOGIN_ACTIONS)),
    /** Part of a name, or of a Facebook ID. */
    search: z.optional(SearchText),
  }),
  body: none,
  response: z.object({
    activities: z.array(LoginActivity),
    pagination: z.object({ currentPage: z.number(), totalPages: z.number(), totalCount: z.number() }),
  }),
});
