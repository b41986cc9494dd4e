import * as z from 'zod/mini';
import {
  byId,
  Done,
  ENVIRONMENTS,
  FacebookId,
  Instant,
  ListedId,
  Name,
  Note,
  PageLimit,
  PageNumber,
  SearchText,
  limited,
  text,
} from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { FIZTECH } from './networks.ts';

/** What stands where an app secret would. Source: spec section 9. */
export const SECRET_MASK = '*'.repeat(20);
export const LOGIN_ACTIVITY_PAGE_SIZE = 10;
export const ENVIRONMENT_SWITCH_RELOAD_MS = 1000;

export const ApiConfig = z.object({
  /** Masked save for the last 4 characters; null when not set. */
  openaiApiKey: z.nullable(z.string()),
  fiztechApiKey: z.nullable(z.string()),
  /** Set here, in place of the one of the server's settings. */
  isOwnOpenaiKey: z.optional(z.boolean()),
  isOwnFiztechKey: z.optional(z.boolean()),
  facebookAppId: z.nullable(z.string()),
  /** Always the mask, or null when not set. */
  facebookAppSecret: z.nullable(z.string()),
  facebookAppMode: z.enum(ENVIRONMENTS),
});
export type ApiConfig = z.infer<typeof ApiConfig>;

/** The code of a refusal: the key may be right, and can be kept without `tryFirst`. */
export const KEY_UNTRIED = 'key_untried';

export const readApiConfig = endpoint({
  method: 'GET',
  path: '/api/admin/api-config',
  access: 'admin',
  resource: 'configuration',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: ApiConfig,
});

/** A key, or the mask that stands for it. Anything else in it is a slip in copying, and fits into no request. */
const ServiceKey = limited(
  500,
  z.trim(),
  z.regex(/^[!-~]+$/, 'Must be the key alone: letters, digits and signs, without spaces or line breaks'),
);

export const updateApiConfig = endpoint({
  method: 'PATCH',
  path: '/api/admin/api-config',
  access: 'admin',
  resource: 'configuration',
  touches: [
    'audit',
    'configuration',
    'status',
    'session',
    'pages',
    'posts',
    'dashboard',
    'automation',
    'notifications',
  ],
  params: none,
  query: none,
  body: z.strictObject({
    /** null: back to the key of the server's settings. */
    openaiApiKey: z.optional(z.nullable(ServiceKey)),
    fiztechApiKey: z.optional(z.nullable(ServiceKey)),
    /**
     * Keeps a key of the AI only after a call with it: 400 when the AI refuses it, 503 `key_untried` when that call
     * does not tell.
     */
    tryFirst: z.optional(z.boolean()),
    facebookAppMode: z.optional(z.enum(ENVIRONMENTS)),
  }),
  response: ApiConfig,
});

/** Makes one real call with the key that is in use, and says what came of it. */
/** Services whose key is set by hand. */
export const KEY_SERVICES = ['openai', FIZTECH] as const;
export type KeyService = (typeof KEY_SERVICES)[number];

export const testApiKey = endpoint({
  method: 'POST',
  path: '/api/admin/api-config/test',
  access: 'admin',
  resource: 'configuration',
  touches: [],
  params: none,
  query: none,
  body: z.strictObject({ key: z.enum(KEY_SERVICES) }),
  response: z.object({ works: z.boolean(), message: z.string() }),
});

/** An environment, and what was promised in it. */
export const EnvironmentState = z.object({
  mode: z.enum(ENVIRONMENTS),
  isCurrent: z.boolean(),
  /** The Facebook app that serves it; null when none is set up. */
  appId: z.nullable(z.string()),
  users: z.number(),
  /** Posts that fall due in the next 24 hours. They go out whichever environment is shown. */
  dueSoon: z.number(),
});
export type EnvironmentState = z.infer<typeof EnvironmentState>;

export const listEnvironments = endpoint({
  method: 'GET',
  path: '/api/admin/environments',
  access: 'admin',
  resource: 'configuration',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(EnvironmentState),
});

export const FacebookApp = z.object({
  id: z.number(),
  appId: z.string(),
  appSecret: z.literal(SECRET_MASK),
  appMode: z.enum(ENVIRONMENTS),
  isActive: z.boolean(),
  description: z.nullable(z.string()),
});
export type FacebookApp = z.infer<typeof FacebookApp>;

export const listFacebookApps = endpoint({
  method: 'GET',
  path: '/api/admin/facebook-apps',
  access: 'admin',
  resource: 'configuration',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(FacebookApp),
});

const appDescription = z.optional(z.nullable(Note));

export const addFacebookApp = endpoint({
  method: 'POST',
  path: '/api/admin/facebook-apps',
  access: 'admin',
  resource: 'configuration',
  touches: ['audit', 'configuration'],
  params: none,
  query: none,
  body: z.strictObject({
    appId: FacebookId,
    appSecret: text(500),
    appMode: z.enum(ENVIRONMENTS),
    isActive: z.optional(z.boolean()),
    description: appDescription,
  }),
  response: FacebookApp,
  success: 201,
});

export const updateFacebookApp = endpoint({
  method: 'PATCH',
  path: '/api/admin/facebook-apps/:id',
  access: 'admin',
  resource: 'configuration',
  touches: ['audit', 'configuration'],
  params: byId,
  query: none,
  body: z.strictObject({
    appId: z.optional(FacebookId),
    appSecret: z.optional(text(500)),
    appMode: z.optional(z.enum(ENVIRONMENTS)),
    isActive: z.optional(z.boolean()),
    description: appDescription,
  }),
  response: FacebookApp,
});

export const deleteFacebookApp = endpoint({
  method: 'DELETE',
  path: '/api/admin/facebook-apps/:id',
  access: 'admin',
  resource: 'configuration',
  touches: ['audit', 'configuration'],
  params: byId,
  query: none,
  body: none,
  response: Done,
});

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

/** Somebody, as they were called at that moment. */
const Actor = z.object({ facebookId: z.string(), name: z.string() });

/** One change by an administrator, or one action of theirs while impersonating somebody. Never holds a secret. */
export const AuditEntry = z.object({
  id: z.number(),
  at: Instant,
  actor: Actor,
  /** Whom they impersonated; null for the administrator's own actions. */
  inPlaceOf: z.nullable(Actor),
  /** What was done, such as `access.role-changed` or `posts.created`. */
  action: z.string(),
  /** What it was done to, in words. */
  subject: z.string(),
  before: z.nullable(z.record(z.string(), z.unknown())),
  after: z.nullable(z.record(z.string(), z.unknown())),
  environment: z.enum(ENVIRONMENTS),
  ipAddress: z.nullable(z.string()),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const AUDIT_PAGE_SIZE = 10;

/** What of the log is asked for; also what the export takes. */
export const AuditFilter = z.strictObject({
  search: z.optional(SearchText),
  /** The Facebook ID of whoever did it, or was impersonated. */
  person: z.optional(text(64)),
  /** The part of an action before its first dot, such as `access`. */
  kind: z.optional(text(64)),
});
/** GET, for administrators: the same entries as a CSV file, all of them, the newest first. */
export const AUDIT_EXPORT_PATH = '/api/admin/audit-log.csv';

/** What the log can be filtered by: everybody who did something or was impersonated, and every kind. */
export const AuditChoices = z.object({ people: z.array(Actor), kinds: z.array(z.string()) });
export type AuditChoices = z.infer<typeof AuditChoices>;

export const listAuditLog = endpoint({
  method: 'GET',
  path: '/api/admin/audit-log',
  access: 'admin',
  resource: 'audit',
  touches: [],
  isHeavy: true,
  params: none,
  query: z.strictObject({ page: z.optional(PageNumber), limit: z.optional(PageLimit), ...AuditFilter.shape }),
  body: none,
  response: z.object({
    entries: z.array(AuditEntry),
    choices: z.optional(AuditChoices),
    pagination: z.object({ currentPage: z.number(), totalPages: z.number(), totalCount: z.number() }),
  }),
});
