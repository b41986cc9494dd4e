import * as z from 'zod/mini';
import { Count, Done, Instant, list, text } from './common.ts';
import { endpoint, none } from './endpoint.ts';
import { byToken, GraphPageId, TokenId } from './ids.ts';
import { MEDIA_TYPES } from './posts.ts';
import { TOKEN_LIFE } from './token-life.ts';
import { TOKEN_SCOPES } from './token-scopes.ts';

/** As they stand in `Authorization: Bearer …`: this, and 256 random bits. */
export const TOKEN_PREFIX = 'pct_';
/** So many tokens and connections one person may have. */
export const MOST_TOKENS = 50;
const MOST_PAGES_OF_TOKEN = 500;

const Hour = z.int().check(z.nonnegative(), z.lte(24));

/** A person made it by hand, an assistant was connected, or the command line logged in. */
export const TOKEN_KINDS = ['personal', 'oauth', 'cli'] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];

export const TRUSTED_KINDS = [...MEDIA_TYPES, 'story'] as const;
/**
 * How far posts by a token go out without anybody's approval: of these kinds, so many a day, between these full hours
 * of the page's zone (`to` excluded; from the later to the earlier over midnight). null: no limit.
 */
export const TokenTrust = z.strictObject({
  kinds: z.nullable(list(z.enum(TRUSTED_KINDS), TRUSTED_KINDS.length)),
  postsPerDay: z.nullable(z.int().check(z.positive(), z.lte(1000))),
  hours: z.nullable(z.strictObject({ from: Hour, to: Hour })),
});
export type TokenTrust = z.infer<typeof TokenTrust>;

export const ApiToken = z.object({
  id: TokenId,
  kind: z.enum(TOKEN_KINDS),
  name: z.string(),
  scopes: z.array(z.enum(TOKEN_SCOPES)),
  /** What it is for, by Facebook's ids; null: every page, also those that come later. */
  pageIds: z.nullable(z.array(GraphPageId)),
  /** Nothing that it writes goes out before a person has approved it. */
  needsApproval: z.boolean(),
  trust: z.nullable(TokenTrust),
  ...TOKEN_LIFE,
});
export type ApiToken = z.infer<typeof ApiToken>;

export const listTokens = endpoint({
  method: 'GET',
  path: '/api/tokens',
  access: 'user',
  resource: 'settings',
  touches: [],
  params: none,
  query: none,
  body: none,
  response: z.array(ApiToken),
});

export const createToken = endpoint({
  method: 'POST',
  path: '/api/tokens',
  access: 'user',
  resource: 'settings',
  touches: ['settings'],
  params: none,
  query: none,
  body: z.strictObject({
    name: text(100),
    scopes: list(z.enum(TOKEN_SCOPES), TOKEN_SCOPES.length).check(z.minLength(1, 'Choose at least one')),
    /** Pages of the person by Facebook's ids, or by ours; left out or null: every page. */
    pageIds: z.optional(
      z.nullable(list(z.union([Count, GraphPageId]), MOST_PAGES_OF_TOKEN).check(z.minLength(1, 'Choose at least one'))),
    ),
    needsApproval: z.boolean(),
    trust: z.optional(z.nullable(TokenTrust)),
    expiresAt: z.optional(z.nullable(Instant)),
  }),
  /** The token is in this answer and nowhere else, ever. */
  response: z.object({ ...ApiToken.shape, token: z.string() }),
  success: 201,
});

/** From the next call on it opens nothing. */
export const deleteToken = endpoint({
  method: 'DELETE',
  path: '/api/tokens/:id',
  access: 'user',
  resource: 'settings',
  touches: ['settings'],
  params: byToken,
  query: none,
  body: none,
  response: Done,
});
