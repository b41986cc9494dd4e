import * as z from 'zod/mini';
import { byId, Done, Instant, limited, list, text } from './common.ts';
import { endpoint, none } from './endpoint.ts';

/** What the holder of a token may do with an area: add versions, make newer ones current, go back to older ones. */
export const RELEASE_RIGHTS = ['stage', 'move', 'rollback'] as const;
export type ReleaseRight = (typeof RELEASE_RIGHTS)[number];

/** An area by its folder or by its container: mf-history or mf_history. */
const Area = z.pipe(
  limited(64, z.regex(/^mf(?:[_-][a-z][a-z0-9]*)+$/, 'Must be the name of an area, such as mf-history')),
  z.transform((area: string) => area.replaceAll('-', '_')),
);

export const ReleaseToken = z.object({
  id: z.number(),
  name: z.string(),
  /** As the registry has it, such as mf_history. */
  area: z.string(),
  rights: z.array(z.enum(RELEASE_RIGHTS)),
  /** null: it never ends by itself. */
  expiresAt: z.nullable(Instant),
  isExpired: z.boolean(),
  /** To the minute; null: never. */
  lastUsedAt: z.nullable(Instant),
  createdAt: Instant,
});
export type ReleaseToken = z.infer<typeof ReleaseToken>;

export const listReleaseTokens = endpoint({
  method: 'GET',
  path: '/api/admin/release-tokens',
  access: 'admin',
  resource: 'remotes',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(ReleaseToken),
});

/** The token itself is in this answer and nowhere else. */
export const createReleaseToken = endpoint({
  method: 'POST',
  path: '/api/admin/release-tokens',
  access: 'admin',
  resource: 'remotes',
  touches: ['remotes', 'audit'],
  params: none,
  query: none,
  body: z.strictObject({
    name: text(100),
    area: Area,
    rights: list(z.enum(RELEASE_RIGHTS), RELEASE_RIGHTS.length).check(z.minLength(1, 'Choose at least one right')),
    expiresAt: z.optional(z.nullable(Instant)),
  }),
  response: z.extend(ReleaseToken, { token: z.string() }),
  success: 201,
});

export const deleteReleaseToken = endpoint({
  method: 'DELETE',
  path: '/api/admin/release-tokens/:id',
  access: 'admin',
  resource: 'remotes',
  touches: ['remotes', 'audit'],
  params: byId,
  query: none,
  body: none,
  response: Done,
});
