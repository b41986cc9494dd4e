import * as z from 'zod/mini';
import * as contract from '../contract/index.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import type { Contract } from '../surfaces/contract-shapes.ts';

/** What somebody might do to the contract. */
interface ChangedCall {
  readonly name: string;
  readonly change: () => Contract;
  /** Of what is said about it. */
  readonly says?: string;
}

const { Post, listPosts, updatePost, createPost, deletePost, readSettings, updateSettings } = contract;
type Name = keyof typeof contract;

function changed(name: Name, by: Partial<Endpoint>): Contract {
  const call = Object.entries(contract).find(([exported]) => exported === name)?.[1] as Endpoint;
  return { ...contract, [name]: { ...call, ...by } };
}

/** The contract with other posts in the lists of posts. */
const withPosts = (post: z.ZodMiniType) =>
  changed('listPosts', {
    response: z.object({ posts: z.array(post), pagination: listPosts.response.shape.pagination }),
  });

/** The contract without one of its exports. */
function without(name: Name): Contract {
  const { [name]: _, ...others } = contract;
  return others;
}

const LISTED = 'GET /api/posts/paginated: answer.posts[]';
const textOfCreate = createPost.body.shape;

export const BREAKING_CALLS: readonly ChangedCall[] = [
  {
    name: 'a field of an answer is gone',
    change: () => withPosts(z.omit(Post, { content: true })),
    says: `${LISTED}.content is gone`,
  },
  {
    name: 'a field of an answer may be null',
    change: () => withPosts(z.extend(Post, { content: z.nullable(z.string()) })),
    says: `${LISTED}.content may now be null`,
  },
  {
    name: 'a field of an answer may be missing',
    change: () => withPosts(z.extend(Post, { content: z.optional(z.string()) })),
    says: `${LISTED}.content may now be missing`,
  },
  {
    name: 'a field of an answer has another type',
    change: () => withPosts(z.extend(Post, { id: z.string() })),
    says: `${LISTED}.id is now string, was number`,
  },
  {
    name: 'an instant becomes a date',
    change: () => withPosts(z.extend(Post, { scheduledAt: z.nullable(z.iso.date()) })),
    says: `${LISTED}.scheduledAt`,
  },
  {
    name: 'an answer has a value more than the screens know',
    change: () => withPosts(z.extend(Post, { status: z.enum([...contract.POST_STATUSES, 'archived']) })),
    says: `${LISTED}.status may now be "archived"`,
  },
  {
    name: 'an answer is a list no more',
    change: () => changed('listPages', { response: z.object({ pages: z.array(contract.FacebookPage) }) }),
    says: 'GET /api/facebook-pages: answer',
  },
  {
    name: 'a request needs a field more',
    change: () => changed('createPost', { body: z.strictObject({ ...textOfCreate, language: z.string() }) }),
    says: 'POST /api/posts: body.language must now be given',
  },
  {
    name: 'a request needs what could be left out',
    change: () => changed('createPost', { body: z.strictObject({ ...textOfCreate, contentType: z.string() }) }),
    says: 'POST /api/posts: body.contentType must now be given',
  },
  {
    name: 'a field of a request is gone',
    change: () => changed('updatePost', { body: z.omit(updatePost.body, { scheduledAt: true }) }),
    says: 'PATCH /api/posts/:id: body.scheduledAt is gone',
  },
  {
    name: 'a request takes a value less',
    change: () =>
      changed('createPost', { body: z.strictObject({ ...textOfCreate, status: z.enum(['draft', 'scheduled']) }) }),
    says: 'POST /api/posts: body.status no longer takes "published"',
  },
  {
    name: 'a request takes less text',
    change: () =>
      changed('updateSettings', {
        body: z.strictObject({
          ...updateSettings.body.shape,
          timeZone: z.optional(z.nullable(z.string().check(z.maxLength(20)))),
        }),
      }),
    says: 'PATCH /api/settings: body.timeZone takes at most 20 letters now',
  },
  {
    name: 'a call has another address',
    change: () => changed('readSettings', { path: '/api/preferences' }),
    says: 'GET /api/settings is gone',
  },
  {
    name: 'a call has another method',
    change: () => changed('updateSettings', { method: 'POST' }),
    says: 'PATCH /api/settings is gone',
  },
  { name: 'a call is gone', change: () => without('deletePost'), says: 'DELETE /api/posts/:id is gone' },
  {
    name: 'a call answers with another status',
    change: () => changed('updatePost', { success: 201 }),
    says: 'PATCH /api/posts/:id: status is now 201, was 200',
  },
  {
    name: 'a call is for administrators alone',
    change: () => changed('publishPost', { access: 'admin' }),
    says: 'POST /api/posts/:id/publish: caller no longer takes "user"',
  },
  {
    name: 'a call is of another cache family',
    change: () => changed('readSettings', { resource: 'session' }),
    says: 'GET /api/settings: cache family',
  },
  {
    name: 'the stream of events names them elsewhere',
    change: () => ({ ...contract, Change: z.object({ changed: z.array(z.string()) }) }),
    says: 'GET /api/events: event.families is gone',
  },
  { name: 'a constant of the contract is gone', change: () => without('TONES'), says: 'TONES of the contract is gone' },
];

export const HARMLESS_CALLS: readonly ChangedCall[] = [
  { name: 'an answer has a field more', change: () => withPosts(z.extend(Post, { mood: z.string() })) },
  {
    name: 'an answer has fewer values',
    change: () => withPosts(z.extend(Post, { status: z.enum(['draft', 'scheduled']) })),
  },
  {
    name: 'a field of an answer is never null any more',
    change: () => withPosts(z.extend(Post, { scheduledAt: contract.Instant })),
  },
  {
    name: 'a field of an answer is always there',
    change: () => withPosts(z.extend(Post, { media: z.array(contract.MediaFile) })),
  },
  {
    name: 'the fields of an answer are in another order',
    change: () => withPosts(z.object(Object.fromEntries(Object.entries(Post.shape).toReversed()))),
  },
  {
    name: 'a field that no screen reads is gone',
    change: () => withPosts(z.omit(Post, { createdAt: true })),
  },
  { name: 'there is a call more', change: () => ({ ...contract, listIdeas: { ...readSettings, path: '/api/ideas' } }) },
  { name: 'a call that no screen makes is gone', change: () => without('listPostsByStatus') },
  {
    name: 'a request may have a field more',
    change: () => changed('updatePost', { body: z.extend(updatePost.body, { mood: z.optional(z.string()) }) }),
  },
  {
    name: 'a request takes a value more',
    change: () =>
      changed('createPost', {
        body: z.strictObject({ ...textOfCreate, status: z.enum(['draft', 'scheduled', 'published', 'idea']) }),
      }),
  },
  {
    name: 'a request takes more text',
    change: () =>
      changed('updateSettings', {
        body: z.strictObject({
          ...updateSettings.body.shape,
          timeZone: z.optional(z.nullable(z.string().check(z.maxLength(200)))),
        }),
      }),
  },
  {
    name: 'a request takes null as well',
    change: () =>
      changed('createPost', {
        body: z.strictObject({ ...textOfCreate, contentType: z.optional(z.nullable(z.string())) }),
      }),
  },
  {
    name: 'what a request needed may be left out',
    change: () =>
      changed('createPost', { body: z.strictObject({ ...textOfCreate, status: z.optional(textOfCreate.status) }) }),
  },
  {
    name: 'a request passes over what it does not know',
    change: () => changed('updatePost', { body: z.object(updatePost.body.shape) }),
  },
  {
    name: 'a request takes a number beside a text',
    change: () =>
      changed('deletePost', {
        query: z.strictObject({ onFacebook: z.optional(z.union([deletePost.query.shape.onFacebook, z.number()])) }),
      }),
  },
  {
    name: 'the place of an id in an address has another name',
    change: () =>
      changed('updatePost', {
        path: '/api/posts/:postId',
        params: z.strictObject({ postId: updatePost.params.shape.id }),
      }),
  },
  { name: 'a call is for everybody', change: () => changed('readSettings', { access: 'public' }) },
  {
    name: 'a call makes more out of date',
    change: () => changed('updatePost', { touches: ['posts', 'dashboard', 'automation'] }),
  },
  { name: 'a call takes a key against doing it twice', change: () => changed('updatePost', { idempotent: true }) },
  { name: 'a call runs with few others', change: () => changed('publishPost', { isHeavy: true }) },
  { name: 'a constant has another value', change: () => ({ ...contract, POSTS_PAGE_SIZE: 20 }) },
  {
    name: 'the stream of events names a family more',
    change: () => ({
      ...contract,
      Change: z.object({ families: z.array(z.enum([...contract.LIVE_FAMILIES, 'ideas'])) }),
    }),
  },
];
