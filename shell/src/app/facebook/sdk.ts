/// <reference types="facebook-js-sdk" />
import type { facebookConfig } from '@pagecast/api/contract';
import type { CallOutput } from '../../kit/index.ts';

export type FacebookConfig = CallOutput<typeof facebookConfig>;
export type Sdk = facebook.FacebookStatic;
export type AuthResponse = facebook.AuthResponse;

/** Ad blockers often hold the script back without an error, so the wait is ours to end. */
const SDK_TIMEOUT_MS = 10_000;
const BLOCKED =
  "We couldn't reach Facebook. Your ad or tracking blocker may be stopping it. " +
  'Allow connect.facebook.net on this site, then try again.';

declare global {
  interface Window {
    FB?: facebook.FacebookStatic;
    fbAsyncInit?: () => void;
  }
}

/** The page has no SDK, because it was blocked or is slow. `reason` is for people. */
export class SdkBlockedError extends Error {
  override readonly name = 'SdkBlockedError';
  readonly reason = BLOCKED;
  constructor() {
    super(BLOCKED);
  }
}

/** An SDK can be there unstarted: a script that came after it was given up. */
const started = new WeakSet<Sdk>();

function start(sdk: Sdk, { appId, version }: FacebookConfig): Sdk {
  if (!started.has(sdk)) sdk.init({ appId, version, cookie: true, xfbml: true });
  started.add(sdk);
  return sdk;
}

/** Loads and starts the SDK once; a failed try leaves nothing behind, so it may be repeated. @throws SdkBlockedError */
export function loadSdk(config: FacebookConfig, timeoutMs: number = SDK_TIMEOUT_MS): Promise<Sdk> {
  if (window.FB !== undefined) return Promise.resolve(start(window.FB, config));
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    const fail = () => {
      clearTimeout(timer);
      script.remove();
      delete window.fbAsyncInit;
      reject(new SdkBlockedError());
    };
    const timer = setTimeout(fail, timeoutMs);
    window.fbAsyncInit = () => {
      const sdk = window.FB;
      if (sdk === undefined) return fail();
      clearTimeout(timer);
      resolve(start(sdk, config));
    };
    script.src = config.sdkUrl;
    script.async = true;
    script.onerror = fail;
    document.head.append(script);
  });
}

/** Null when the person has no session with Facebook for this app, or Facebook does not say within the time. */
export function sdkSession(sdk: Sdk, timeoutMs: number = SDK_TIMEOUT_MS): Promise<AuthResponse | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), timeoutMs);
    sdk.getLoginStatus((response) => {
      clearTimeout(timer);
      resolve(response.status === 'connected' ? response.authResponse : null);
    });
  });
}

/** One read of the Graph API. The SDK never rejects: a refusal comes as an `error` field, and is thrown here. */
export function sdkApi<T extends object>(sdk: Sdk, path: string, params: object): Promise<T> {
  return new Promise((resolve, reject) => {
    sdk.api<object, T & { error?: { message?: string } }>(path, params, (response) => {
      if (typeof response !== 'object' || response === null) reject(new Error(`Facebook gave no answer to ${path}`));
      else if (response.error !== undefined) reject(new Error(response.error.message ?? `Facebook refused ${path}`));
      else resolve(response);
    });
  });
}
