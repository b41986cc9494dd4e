import * as z from 'zod/mini';
import { WebAddress } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { byPost } from './ids.ts';
import { PageRef, Post } from './posts.ts';

/** How long a press on Publish now can be taken back, on screens and at most. */
export const UNDO_SECONDS = 5;
export const MOST_UNDO_SECONDS = 30;
/** How long after that `publishOutcome` waits for the end. With it a screen is answered before it gives up. */
export const OUTCOME_WITHIN_SECONDS = 20;

export const publishPost = endpoint({
  method: 'POST',
  path: '/api/posts/:id/publish',
  access: 'user',
  scope: 'publish',
  isByPage: true,
  resource: 'posts',
  touches: ['posts', 'dashboard'],
  params: byPost,
  query: none,
  body: z.strictObject({
    pageId: PageRef,
    /**
     * Answers at once and publishes so much later, unless `undoPublish` is faster. Not with a page: till then the post
     * stays as it is.
     */
    delaySeconds: z.optional(z.int().check(z.minimum(1), z.maximum(MOST_UNDO_SECONDS))),
  }),
  response: Post,
  idempotent: true,
});

/**
 * Takes back what was asked for with `delaySeconds`: the post is what it was before. Done again, it changes nothing.
 */
export const undoPublish = endpoint({
  method: 'POST',
  path: '/api/posts/:id/publish/undo',
  access: 'user',
  scope: 'publish',
  isByPage: true,
  resource: 'posts',
  touches: ['posts', 'dashboard'],
  params: byPost,
  query: none,
  body: none,
  response: Post,
});

/** The post as it is when it has come to an end, or when its time to do so was long enough. */
export const publishOutcome = endpoint({
  method: 'GET',
  path: '/api/posts/:id/outcome',
  access: 'user',
  scope: 'read',
  isByPage: true,
  resource: 'posts',
  touches: [],
  params: byPost,
  query: none,
  body: none,
  response: Post,
});

/**
 * How its owner ends a doubt about a post: it is out, it is not out and is published again, or nothing more is done
 * about it.
 */
export const RESOLUTIONS = ['out', 'not-out', 'forget'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/**
 * For a post that may be out, while nobody can tell: its problem has the action `resolve`. Answers the post; of one
 * that was forgotten, as it was. `not-out` publishes it again before the call answers, and may make a second public
 * post.
 */
export const resolvePost = endpoint({
  method: 'POST',
  path: '/api/posts/:id/resolve',
  access: 'user',
  resource: 'posts',
  touches: ['posts', 'dashboard'],
  params: byPost,
  query: none,
  body: z.strictObject({
    as: z.enum(RESOLUTIONS),
    /** Of a post that is out: where it is to be seen. */
    url: z.optional(z.nullable(WebAddress)),
  }),
  response: Post,
  idempotent: true,
});
