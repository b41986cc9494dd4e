import * as z from 'zod/mini';
import { GraphPageId, byPage } from './ids.ts';
import { Done, Instant, Name, Secret } from './common.ts';
import { endpoint, none } from './endpoint.ts';

/** What Facebook answered, for support: the numbers of its error and the id under which it can trace the call. */
export const FacebookFault = z.object({
  code: z.number(),
  subcode: z.nullable(z.number()),
  traceId: z.nullable(z.string()),
});
export type FacebookFault = z.infer<typeof FacebookFault>;

/**
 * What helps against a problem. `resolve`: the post may be out, and its owner says whether it is. `resume`: a page that
 * automation has paused.
 */
export const PROBLEM_ACTION = {
  reconnect: 'reconnect',
  publishNow: 'publish_now',
  edit: 'edit',
  choosePage: 'choose_page',
  openFacebook: 'open_facebook',
  resolve: 'resolve',
  resume: 'resume',
} as const;
export type ProblemAction = (typeof PROBLEM_ACTION)[keyof typeof PROBLEM_ACTION];

/** Why a page cannot be published to, or a post waits or did not go out, and what its owner can do about it. */
export const Problem = z.object({
  code: z.string(),
  message: z.string(),
  /** What helps: one of `PROBLEM_ACTION`. Readers pass over what they do not know. */
  action: z.nullable(z.string()),
  /** The facts behind the words, as `StoredProblem` has them for this code. */
  params: z.optional(z.record(z.string(), z.unknown())),
  facebook: z.optional(FacebookFault),
  /** The post that stands in the way of this one. */
  postId: z.optional(z.number()),
});
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

const pageClaim = { name: Name, pageId: GraphPageId, accessToken: Secret };

export const syncPage = endpoint({
  method: 'POST',
  path: '/api/facebook-pages/sync',
  access: 'user',
  resource: 'pages',
  touches: ['pages', 'posts', 'dashboard', 'automation'],
  params: none,
  query: none,
  body: z.strictObject(pageClaim),
  response: FacebookPage,
});

export const connectPage = endpoint({
  method: 'POST',
  path: '/api/facebook-pages',
  access: 'user',
  resource: 'pages',
  touches: ['pages', 'posts', 'dashboard', 'automation'],
  params: none,
  query: none,
  body: z.strictObject({ ...pageClaim, isActive: z.optional(z.boolean()), isConnected: z.optional(z.boolean()) }),
  response: FacebookPage,
  success: 201,
});

export const listPages = endpoint({
  method: 'GET',
  path: '/api/facebook-pages',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'pages',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(FacebookPage),
});

/** Like `listPages`, after asking Facebook whether each token still works. */
export const checkPagesStatus = endpoint({
  method: 'GET',
  path: '/api/facebook-pages/check-status',
  access: 'user',
  resource: 'pages',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(FacebookPage),
});

/** The picture of a page, fetched with its token; 204 when there is none, and the screen shows initials. */
export function pagePicturePath(id: number): `/api/${string}` {
  return `/api/facebook-pages/${id}/picture`;
}

export const removePage = endpoint({
  method: 'DELETE',
  path: '/api/facebook-pages/:id',
  access: 'user',
  resource: 'pages',
  touches: ['pages', 'posts', 'dashboard', 'automation'],
  params: byPage,
  query: none,
  body: none,
  response: Done,
});

/** Posts that will fail unless their page is reconnected in time. */
export const PageWarning = z.object({
  facebookPageId: z.number(),
  pageName: z.string(),
  /** Scheduled posts from `failsFrom` on. */
  posts: z.number(),
  failsFrom: Instant,
  problem: Problem,
});
export type PageWarning = z.infer<typeof PageWarning>;

/** The pages that stand in the way of scheduled posts, the most urgent first. */
export const listPageWarnings = endpoint({
  method: 'GET',
  path: '/api/facebook-pages/warnings',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'dashboard',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(PageWarning),
});
