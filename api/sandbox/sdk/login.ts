import { randomBytes } from 'node:crypto';
import { PERMISSIONS } from '../entities.ts';
import type { Role, SdkSession, Token } from '../entities.ts';
import { scopedId } from '../people.ts';
import { grantOf, mintUserToken, problemOf, setGrant, setTokenState, signRequest } from '../tokens.ts';
import type { World } from '../world.ts';

interface LoginChoice {
  role: Role;
  granted: string[];
  declined: string[];
  pages: string[] | null;
}
export interface LoginResponse {
  status: 'connected' | 'not_authorized' | 'unknown';
  authResponse: Record<string, unknown> | null;
  session?: string;
}

const RENEW_BEFORE_MS = 30 * 60_000;

/** Scopes a login asks for; without any, the public profile alone. */
export function askedScopes(scope: string | undefined): string[] {
  return [...new Set((scope ?? '').split(/[\s,]+/).filter(Boolean))];
}

export function isKnownScope(scope: string): boolean {
  return [...PERMISSIONS, 'email', 'public_profile'].includes(scope);
}

/** Records what the person allowed and mints the short-lived token of this browser. */
export function logIn(world: World, appId: string, choice: LoginChoice): SdkSession {
  const grant = setGrant(world, {
    appId,
    role: choice.role,
    granted: choice.granted,
    declined: choice.declined,
    pages: choice.pages,
  });
  const session: SdkSession = {
    id: randomBytes(18).toString('base64url'),
    appId,
    role: choice.role,
    token: mintUserToken(world, grant, false).token,
  };
  world.sessions.set(session.id, session);
  world.changed();
  return session;
}

/** What `FB.login` and `FB.getLoginStatus` hand to the page. */
export function connected(world: World, session: SdkSession, withScopes: boolean): LoginResponse {
  const token = freshToken(world, session);
  const app = world.apps.get(session.appId);
  const person = world.people.get(session.role);
  if (!token || !app || !person) return { status: 'not_authorized', authResponse: null };
  const seconds = (at: number) => Math.floor(at / 1000);
  const userID = scopedId(person, session.appId);
  return {
    status: 'connected',
    session: session.id,
    authResponse: {
      accessToken: token.token,
      userID,
      expiresIn: seconds(token.expiresAt - world.clock.now()),
      graphDomain: 'facebook',
      signedRequest: signRequest(app, {
        code: randomBytes(30).toString('base64url'),
        issued_at: seconds(world.clock.now()),
        user_id: userID,
      }),
      data_access_expiration_time: seconds(token.dataAccessUntil),
      ...(withScopes ? { grantedScopes: token.scopes.join(',') } : {}),
    },
  };
}

/** The session's token, or a new one shortly before it ends. Null when the person took the app's access back. */
function freshToken(world: World, session: SdkSession): Token | null {
  const token = world.tokens.get(session.token);
  const grant = grantOf(world, session.appId, session.role);
  if (!grant || !token) return null;
  const isFresh = problemOf(world, token) === null && token.expiresAt - world.clock.now() > RENEW_BEFORE_MS;
  if (isFresh) return token;
  const renewed = mintUserToken(world, grant, false);
  session.token = renewed.token;
  return renewed;
}

/** Ends the browser's session: its token dies, long-lived ones made from it do not. */
export function logOut(world: World, sessionId: string): void {
  const session = world.sessions.get(sessionId);
  if (!session) return;
  setTokenState(world, { token: session.token }, 'logged-out');
  world.sessions.delete(sessionId);
  world.changed();
}
