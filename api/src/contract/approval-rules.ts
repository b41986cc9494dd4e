import * as z from 'zod/mini';
import { Instant, list } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { GENERATOR_CONTENT_TYPES } from './generation.ts';
import { byPage } from './ids.ts';

export const MAX_POSTS_BY_RULE = 24;

/**
 * What a person lets through without reading it: texts of automation for one page, of these kinds, with no claim that
 * has no source and nothing else in doubt, and so many a day of the page.
 */
export const ApprovalRule = z.object({
  facebookPageId: z.number(),
  kinds: z.array(z.enum(GENERATOR_CONTENT_TYPES)),
  postsPerDay: z.number(),
  writtenBy: z.string(),
  writtenAt: Instant,
  /** Posts that it has approved for today, deleted ones too. */
  approvedToday: z.number(),
});
export type ApprovalRule = z.infer<typeof ApprovalRule>;

/** Of one's own pages. */
export const listApprovalRules = endpoint({
  method: 'GET',
  path: '/api/automation/rules',
  access: 'user',
  resource: 'automation',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.object({ rules: z.array(ApprovalRule) }),
});

/**
 * Writes the rule of a page, or another in its place, from now on. For the page's owner in person: a program, and an
 * administrator who impersonates them, cannot.
 */
export const writeApprovalRule = endpoint({
  method: 'POST',
  path: '/api/automation/pages/:id/rule',
  access: 'user',
  resource: 'automation',
  touches: ['automation'],
  params: byPage,
  query: none,
  body: z.strictObject({
    kinds: list(z.enum(GENERATOR_CONTENT_TYPES), GENERATOR_CONTENT_TYPES.length).check(z.minLength(1)),
    postsPerDay: z.int().check(z.gte(1), z.lte(MAX_POSTS_BY_RULE)),
  }),
  response: ApprovalRule,
});

/** From now on each text waits for a person again. What the rule has approved stays on the schedule. */
export const endApprovalRule = endpoint({
  method: 'DELETE',
  path: '/api/automation/pages/:id/rule',
  access: 'user',
  resource: 'automation',
  touches: ['automation'],
  params: byPage,
  query: none,
  body: none,
  response: z.object({ hadRule: z.boolean() }),
});
