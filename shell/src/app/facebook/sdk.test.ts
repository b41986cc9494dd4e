import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { config } from '../testing.tsx';
import { auth, installSdk, removeSdk } from './sdk-testing.ts';
import { logOutOfFacebook } from './log-out.ts';
import { loadSdk, sdkApi, sdkSession, SdkBlockedError, type Sdk } from './sdk.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  removeSdk();
  for (const script of scripts()) script.remove();
});

const scripts = () => Array.from(document.querySelectorAll<HTMLScriptElement>(`script[src="${config.sdkUrl}"]`));
const settings = { appId: '4242', version: 'v19.0', cookie: true, xfbml: true };

/** The script arrives: it defines FB and calls back, as Facebook's does. */
function arrive() {
  const sdk = installSdk();
  window.fbAsyncInit?.();
  return sdk;
}

test('the SDK is loaded from the given address and started with app, version, cookies and XFBML', async () => {
  const loading = loadSdk(config);
  expect(scripts()).toHaveLength(1);
  const sdk = arrive();
  expect(await loading).toBe(sdk);
  expect(sdk.init.mock.calls).toEqual([[settings]]);
});

test('an SDK that is there is used again, without another start', async () => {
  const loading = loadSdk(config);
  const sdk = arrive();
  await loading;
  expect(await loadSdk(config)).toBe(sdk);
  expect(sdk.init).toHaveBeenCalledTimes(1);
  expect(scripts()).toHaveLength(1);
});

test('a script that is blocked is told at once, and leaves nothing behind', async () => {
  const loading = loadSdk(config);
  scripts()[0]?.dispatchEvent(new Event('error'));
  await expect(loading).rejects.toBeInstanceOf(SdkBlockedError);
  expect(scripts()).toEqual([]);
});

test('a script that never comes is given up after ten seconds', async () => {
  const outcome = loadSdk(config).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(9999);
  expect(scripts()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await outcome).toMatchObject({ reason: expect.stringContaining('blocker') as string });
});

test('a script that comes after it was given up is started by the next try', async () => {
  const outcome = loadSdk(config).catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  await outcome;
  const sdk = arrive();
  expect(await loadSdk(config)).toBe(sdk);
  expect(sdk.init.mock.calls).toEqual([[settings]]);
});

test.each([
  [true, auth],
  [false, null],
])('with a session at Facebook: %s', async (hasSession, session) => {
  expect(await sdkSession(installSdk({ hasSession }) as unknown as Sdk)).toEqual(session);
});

test('a Facebook that does not say counts as no session', async () => {
  const session = sdkSession({ getLoginStatus: () => {} } as unknown as Sdk);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await session).toBeNull();
});

test.each([
  [{ error: { message: 'Session has expired' } }, 'Session has expired'],
  [{ error: {} }, 'Facebook refused /me'],
  [undefined, 'Facebook gave no answer to /me'],
])('a read answered by %j fails', async (response, message) => {
  const sdk = {
    api: (_path: string, _params: object, onAnswer: (given: unknown) => void) => onAnswer(response),
  } as unknown as Sdk;
  await expect(sdkApi(sdk, '/me', {})).rejects.toThrow(message);
});

test('logging out of Facebook never fails: without SDK, without a session, or when the SDK throws', () => {
  expect(() => logOutOfFacebook()).not.toThrow();
  const sdk = installSdk({ hasSession: false });
  logOutOfFacebook();
  expect(sdk.logout).not.toHaveBeenCalled();
  sdk.getAuthResponse.mockReturnValue(auth);
  sdk.logout.mockImplementation(() => {
    throw new Error('FB.logout() called without an access token.');
  });
  expect(() => logOutOfFacebook()).not.toThrow();
  expect(sdk.logout).toHaveBeenCalled();
});
