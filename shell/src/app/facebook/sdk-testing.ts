import { FACEBOOK_PERMISSIONS } from '@pagecast/api/contract';
import { vi } from 'vitest';
import type { Sdk } from './sdk.ts';

export const auth = {
  accessToken: 'short-lived',
  userID: '77',
  expiresIn: 3600,
  signedRequest: 'x',
  grantedScopes: FACEBOOK_PERMISSIONS.join(','),
};
export const granted = { status: 'connected', authResponse: auth };

interface Behaviour {
  /** What the dialog answers, one after the other; the last one stays. */
  logins?: object[];
  /** What the Graph API answers by path; a path that is not there is refused. */
  graph?: Record<string, object>;
  hasSession?: boolean;
}

/**
 * Facebook's SDK with what the shell uses of it, put where the script would put it. `window.FB` is taken away again by
 * `removeSdk`.
 */
export function installSdk({ logins = [granted], graph = {}, hasSession = true }: Behaviour = {}) {
  const answers = [...logins];
  const sdk = {
    init: vi.fn(),
    login: vi.fn((onAnswer: (response: object) => void, _options: object) => {
      onAnswer((answers.length > 1 ? answers.shift() : answers[0]) ?? {});
    }),
    logout: vi.fn((onDone: () => void) => onDone()),
    getAuthResponse: vi.fn(() => (hasSession ? auth : null)),
    getLoginStatus: vi.fn((onAnswer: (response: object) => void) =>
      onAnswer(hasSession ? granted : { status: 'unknown', authResponse: null }),
    ),
    api: vi.fn((path: string, params: { after?: string }, onAnswer: (response: object) => void) => {
      onAnswer(
        graph[params.after === undefined ? path : `${path}?after=${params.after}`] ?? {
          error: { message: `No answer to ${path}` },
        },
      );
    }),
  };
  window.FB = sdk as unknown as Sdk;
  return sdk;
}

export function removeSdk(): void {
  delete window.FB;
  delete window.fbAsyncInit;
}
