import { createHash, createHmac, randomBytes } from 'node:crypto';
import { PERMISSIONS } from './entities.ts';
import type { App, Grant, Role, Token, TokenState } from './entities.ts';
import type { World } from './world.ts';

const DAY = 86_400_000;
const LONG_LIFE_MS = 60 * DAY;
const DATA_ACCESS_MS = 90 * DAY;

/** Records what a person allows an app; a new login replaces the older answer. */
export function setGrant(world: World, grant: Grant): Grant {
  world.grants.set(`${grant.appId}:${grant.role}`, grant);
  return grant;
}

export function grantOf(world: World, appId: string, role: Role): Grant | undefined {
  return world.grants.get(`${appId}:${role}`);
}

export function fullGrant(appId: string, role: Role): Grant {
  return { appId, role, granted: [...PERMISSIONS], declined: [], pages: null };
}

export function mintUserToken(world: World, grant: Grant, isLong: boolean): Token {
  const now = world.clock.now();
  return keep(world, {
    token: `EAA${randomBytes(60).toString('base64url').replace(/[-_]/g, 'Z')}`,
    type: 'USER',
    appId: grant.appId,
    role: grant.role,
    pageId: null,
    isLong,
    issuedAt: now,
    expiresAt: now + (isLong ? LONG_LIFE_MS : world.settings.shortTokenMinutes * 60_000),
    dataAccessUntil: now + DATA_ACCESS_MS,
    scopes: [...grant.granted],
    pages: grant.pages,
    state: 'ok',
  });
}

/**
 * The page token that goes with a user token: unique per page, person and app, without expiry when the user token is
 * long-lived.
 */
export function mintPageToken(world: World, user: Token, pageId: string): Token {
  const life = user.isLong ? 'long' : 'short';
  for (let generation = 1; ; generation += 1) {
    const name = `${user.appId}:${user.role}:${pageId}:${life}:${generation}`;
    const token = `EAAP${createHash('sha512').update(name).digest('base64url').replace(/[-_]/g, 'Z')}`;
    const known = world.tokens.get(token);
    // A dead page token is not revived by a new login: the person gets another one.
    if (known && known.state !== 'ok') continue;
    return keep(world, {
      token,
      type: 'PAGE',
      appId: user.appId,
      role: user.role,
      pageId,
      isLong: user.isLong,
      issuedAt: known?.issuedAt ?? world.clock.now(),
      expiresAt: user.isLong ? 0 : Math.max(known?.expiresAt ?? 0, user.expiresAt),
      dataAccessUntil: user.dataAccessUntil,
      scopes: [...user.scopes],
      pages: user.pages,
      state: 'ok',
    });
  }
}

function keep(world: World, token: Token): Token {
  world.tokens.set(token.token, token);
  world.changed();
  return token;
}

/** The app of an app token `{id}|{secret}`, if both are right. */
export function appOfToken(world: World, token: string): App | undefined {
  const [id = '', secret] = token.split('|');
  const app = world.apps.get(id);
  return app && app.secret === secret ? app : undefined;
}

export function secretProof(secret: string, token: string): string {
  return createHmac('sha256', secret).update(token).digest('hex');
}

interface TokenProblem {
  subcode: number | null;
  message: string;
}

const PROBLEMS: Partial<Record<TokenState, TokenProblem>> = {
  expired: { subcode: 463, message: 'Error validating access token: Session has expired.' },
  revoked: { subcode: 458, message: 'Error validating access token: The user has not authorized application.' },
  checkpoint: {
    subcode: 459,
    message:
      'Error validating access token: You cannot access the app till you log in to www.facebook.com ' +
      'and follow the instructions given.',
  },
  password: {
    subcode: 460,
    message:
      'Error validating access token: The session has been invalidated because the user changed their password or ' +
      'Facebook has changed the session for security reasons.',
  },
  unconfirmed: {
    subcode: 464,
    message:
      'Error validating access token: Sessions for the user are not allowed because the user is not a confirmed user.',
  },
  'logged-out': {
    subcode: 467,
    message: 'Error validating access token: The session is invalid because the user logged out.',
  },
  'role-lost': {
    subcode: 492,
    message:
      'Error validating access token: Session does not match current stored session. ' +
      'The user no longer has a role on this Page.',
  },
};

/** What is wrong with a known token, or null. A lost permission is no problem of the token; calls that need it fail. */
export function problemOf(world: World, token: Token): TokenProblem | null {
  const problem = PROBLEMS[token.state];
  if (problem) return problem;
  if (token.expiresAt !== 0 && token.expiresAt <= world.clock.now()) return PROBLEMS.expired ?? null;
  if (token.pageId !== null && (world.pages.get(token.pageId)?.tasks[token.role] ?? []).length === 0)
    return PROBLEMS['role-lost'] ?? null;
  return null;
}

export function scopesOf(token: Token): string[] {
  return token.state === 'scope-removed'
    ? token.scopes.filter((scope) => scope !== 'pages_manage_posts')
    : token.scopes;
}

/**
 * Puts a state on every token of a page, of a person, or on one token. Revoking a person also takes back what they
 * allowed.
 * @returns how many tokens changed
 */
export function setTokenState(
  world: World,
  target: { page?: string | undefined; role?: Role | undefined; token?: string | undefined },
  state: TokenState,
): number {
  const hit = [...world.tokens.values()].filter(
    (token) =>
      (target.page !== undefined && token.pageId === target.page) ||
      (target.role !== undefined && token.role === target.role) ||
      (target.token !== undefined && token.token === target.token),
  );
  for (const token of hit) token.state = state;
  if (target.role !== undefined && state === 'revoked') {
    for (const [key, grant] of world.grants) if (grant.role === target.role) world.grants.delete(key);
  }
  world.changed();
  return hit.length;
}

/** A `signed_request` as Facebook puts it into an SDK answer or a callback. */
export function signRequest(app: App, payload: Record<string, unknown>): string {
  const encoded = Buffer.from(JSON.stringify({ algorithm: 'HMAC-SHA256', ...payload })).toString('base64url');
  return `${createHmac('sha256', app.secret).update(encoded).digest('base64url')}.${encoded}`;
}
