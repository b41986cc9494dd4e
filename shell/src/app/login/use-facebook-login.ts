import {
  facebookLogin,
  FACEBOOK_PERMISSIONS,
  PENDING_FACEBOOK_ID,
  PENDING_NAME,
  type FacebookPermission,
  type User,
} from '@pagecast/api/contract';
import type { QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { callApi } from '../../kit/index.ts';
import { keepNote } from '../browser/keep-note.ts';
import { forgetFormerPeople } from '../push/forget-this-browser.ts';
import { announceSession } from '../session/session-tabs.ts';
import { reloadWithFreshPages } from './fresh-reload.ts';
import { loginOutcome } from './login-outcome.ts';
import { missingPermissions } from '../facebook/permissions.ts';
import { sdkApi, sdkSession, type AuthResponse, type Sdk } from '../facebook/sdk.ts';
import { firstSdkPages } from '../facebook/sdk-pages.ts';
import { sdkQuery, type Connection } from '../facebook/use-sdk.ts';
import { invitationCode } from './invitation-code.ts';

export type LoginState =
  | { step: 'idle' }
  | { step: 'working' }
  | { step: 'cancelled' }
  | { step: 'missing'; permissions: FacebookPermission[] }
  | { step: 'refused'; message: string };

const LOGIN_OPTIONS = { scope: FACEBOOK_PERMISSIONS.join(','), return_scopes: true } as const;

/**
 * The login from Facebook's dialog to our session. `start` and `askAgain` must run inside a click, or the browser
 * blocks the dialog.
 */
export function useFacebookLogin(onSuccess: (user: User) => Promise<void> | void = reloadWithFreshPages) {
  const [state, setState] = useState<LoginState>({ step: 'idle' });
  const navigate = useNavigate();

  const finish = async (connection: Connection, auth: AuthResponse) => {
    const permissions = await missingPermissions(connection.sdk, auth);
    if (permissions.length > 0) return setState({ step: 'missing', permissions });
    let user: User;
    try {
      user = await callApi(facebookLogin, { body: await loginBody(connection.sdk, auth) });
    } catch (error) {
      const outcome = loginOutcome(error, connection.config.supportEmail);
      if (outcome.kind === 'alert') return setState({ step: 'refused', message: outcome.message });
      const code = invitationCode(location.search);
      keepNote('sessionStorage', PENDING_FACEBOOK_ID, outcome.facebookId);
      keepNote('sessionStorage', PENDING_NAME, outcome.name);
      setState({ step: 'idle' });
      const { facebookId, name } = outcome;
      const asked = new URLSearchParams({ facebookId, name, ...(code !== null && { code }) });
      return void navigate(`/unauthorized?${asked.toString()}`);
    }
    announceSession(user);
    await forgetFormerPeople(user);
    await onSuccess(user);
    // A page that reloads goes on waiting: nobody should press again.
    if (onSuccess !== reloadWithFreshPages) setState({ step: 'idle' });
  };

  const ask = (connection: Connection, options: facebook.LoginOptions) => {
    setState({ step: 'working' });
    connection.sdk.login((response: Partial<facebook.StatusResponse>) => {
      // A cancelled dialog shows in the missing answer; the status says different things about it.
      if (!response.authResponse) setState({ step: 'cancelled' });
      else
        void finish(connection, response.authResponse).catch(() =>
          setState({ step: 'refused', message: 'Login failed. Please try again.' }),
        );
    }, options);
  };

  return {
    state,
    start: (connection: Connection) => ask(connection, LOGIN_OPTIONS),
    askAgain: (connection: Connection) => ask(connection, { ...LOGIN_OPTIONS, auth_type: 'rerequest' }),
    reset: () => setState({ step: 'idle' }),
  };
}

export type FacebookLogin = ReturnType<typeof useFacebookLogin>;

/**
 * The login of who has just been through Facebook's window in this browser, and may come in only now: they need not go
 * there again.
 * @returns null where Facebook does not know of it any more, or somebody else is there
 */
export async function logInWithoutWindow(client: QueryClient, facebookId: string): Promise<User | null> {
  try {
    const { sdk } = await client.fetchQuery(sdkQuery);
    const auth = await sdkSession(sdk);
    if (auth === null || auth.userID !== facebookId || (await missingPermissions(sdk, auth)).length > 0) return null;
    const user = await callApi(facebookLogin, { body: await loginBody(sdk, auth) });
    announceSession(user);
    await forgetFormerPeople(user);
    return user;
  } catch {
    // The way through the window says why.
    return null;
  }
}

/** Name and pages are extras: the server reads both itself, so the login goes on without them. */
async function loginBody(sdk: Sdk, auth: AuthResponse) {
  const [me, pages] = await Promise.all([
    sdkApi<{ name?: string; email?: string }>(sdk, '/me', { fields: 'name,email' }).catch(() => ({
      name: undefined,
      email: undefined,
    })),
    firstSdkPages(sdk).catch(() => []),
  ]);
  return {
    userID: auth.userID,
    name: me.name ?? null,
    email: me.email ?? null,
    accessToken: auth.accessToken ?? '',
    pages: pages.map(({ id, name, access_token: token, category }) => ({
      id,
      name,
      ...(token !== undefined && { access_token: token }),
      category: category ?? null,
    })),
  };
}
