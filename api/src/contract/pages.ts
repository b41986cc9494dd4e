import * as z from 'zod/mini';
import { byId, Done, FacebookId, text } from './common.ts';
import { endpoint, none } from './endpoint.ts';

/** Why a page cannot be published to, and what its owner can do about it. */
export const Problem = z.object({ code: z.string(), message: z.string(), action: z.nullable(z.string()) });
export type Problem = z.infer<typeof Problem>;

export const FacebookPage = z.object({
  id: z.number(),
  name: z.string(),
  /** Facebook's id of the page. */
  pageId: z.string(),
  /** Always null: tokens stay on the server. */
  accessToken: z.null(),
  category: z.nullable(z.string()),
  isActive: z.boolean(),
  isConnected: z.boolean(),
  problem: z.nullable(Problem),
});
export type FacebookPage = z.infer<typeof FacebookPage>;

const pageClaim = { name: text(500), pageId: FacebookId, accessToken: text(5000) };

export const syncPage = endpoint({
  method: 'POST', path: '/api/facebook-pages/sync', access: 'user', resource: 'pages', touches: ['pages', 'posts', 'dashboard', 'automation'],
  params: none, query: none, body: z.strictObject(pageClaim), response: FacebookPage,
});

export const connectPage = endpoint({
  method: 'POST', path: '/api/facebook-pages', access: 'user', resource: 'pages', touches: ['pages', 'posts', 'dashboard', 'automation'],
  params: none, query: none,
  body: z.strictObject({ ...pageClaim, isActive: z.optional(z.boolean()), isConnected: z.optional(z.boolean()) }),
  response: FacebookPage,
  success: 201,
});

export const listPages = endpoint({
  method: 'GET', path: '/api/facebook-pages', access: 'user', resource: 'pages', touches: [],
  params: none, query: none, body: none, response: z.array(FacebookPage),
});

/** Like `listPages`, after asking Facebook whether each token still works. */
export const checkPagesStatus = endpoint({
  method: 'GET', path: '/api/facebook-pages/check-status', access: 'user', resource: 'pages', touches: [],
  params: none, query: none, body: none, response: z.array(FacebookPage),
});

export const removePage = endpoint({
  method: 'DELETE', path: '/api/facebook-pages/:id', access: 'user', resource: 'pages', touches: ['pages', 'posts', 'dashboard', 'automation'],
  params: byId, query: none, body: none, response: Done,
});
