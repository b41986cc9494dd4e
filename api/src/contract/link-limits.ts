import * as z from 'zod/mini';
import { endpoint, none } from './endpoint.ts';
import { byPage, PageId } from './ids.ts';

/** As many posts with links as a page may be limited to. */
export const LINK_LIMIT_MAX = 1000;

/** Posts with links of one calendar month, by the page's zone. */
export const LinkMonth = z.object({
  /** Such as 2026-11. */
  month: z.string(),
  /** Also what was deleted here since, and what others publish on the same page of Facebook. */
  published: z.number(),
  /** Scheduled and on their way. */
  planned: z.number(),
});
export type LinkMonth = z.infer<typeof LinkMonth>;

/** How many posts with links a page may publish in a month, as its owner wants it. */
export const LinkLimit = z.object({
  facebookPageId: z.number(),
  pageName: z.string(),
  /** null: as many as they like. */
  limit: z.nullable(z.number()),
  /** Planned posts over the limit are not published: they wait until the owner decides. */
  holds: z.boolean(),
  zone: z.string(),
  /** This month, and those to come that have posts with links, in order. */
  months: z.array(LinkMonth),
});
export type LinkLimit = z.infer<typeof LinkLimit>;

/** Those of connected pages that have a limit, or of one page whether it has one or not. By name. */
export const listLinkLimits = endpoint({
  method: 'GET',
  path: '/api/link-limits',
  access: 'user',
  scope: 'read',
  resource: 'posts',
  touches: [],
  isHeavy: true,
  params: none,
  query: z.strictObject({ facebookPageId: z.optional(PageId) }),
  body: none,
  response: z.array(LinkLimit),
});

/** A field left out stays as it is; null takes the limit away. */
export const setLinkLimit = endpoint({
  method: 'PATCH',
  path: '/api/link-limits/:id',
  access: 'user',
  resource: 'posts',
  touches: ['posts'],
  params: byPage,
  query: none,
  body: z.strictObject({
    limit: z.optional(z.nullable(z.int().check(z.nonnegative(), z.lte(LINK_LIMIT_MAX)))),
    holds: z.optional(z.boolean()),
  }),
  response: LinkLimit,
});
