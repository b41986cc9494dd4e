import * as z from 'zod/mini';
import { byId, Done, ENVIRONMENTS, FacebookId, Note, limited, text } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { FIZTECH } from './networks.ts';

/** What stands where an app secret would. Source: spec section 9. */
export const SECRET_MASK = '*'.repeat(20);
export const ENVIRONMENT_SWITCH_RELOAD_MS = 1000;

export const ApiConfig = z.object({
  /** Masked save for the last 4 characters; null when not set. */
  openaiApiKey: z.nullable(z.string()),
  fiztechApiKey: z.nullable(z.string()),
  /** The model that writes; another one sits an exam first. */
  aiModel: z.optional(z.string()),
  /** Set here, in place of the one of the server's settings. */
  isOwnOpenaiKey: z.optional(z.boolean()),
  isOwnFiztechKey: z.optional(z.boolean()),
  facebookAppId: z.nullable(z.string()),
  /** Always the mask, or null when not set. */
  facebookAppSecret: z.nullable(z.string()),
  facebookAppMode: z.enum(ENVIRONMENTS),
  /** What Facebook makes of the version that the server's settings name, in a sentence; null: nothing to know. */
  graphVersionNote: z.optional(z.nullable(z.string())),
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

/** Services whose key is set by hand. */
export const KEY_SERVICES = ['openai', FIZTECH] as const;
export type KeyService = (typeof KEY_SERVICES)[number];

/** Makes one real call with the key that is in use, and says what came of it. */
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
