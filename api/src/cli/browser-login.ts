import * as z from 'zod/mini';
import { TOKEN_SCOPES } from '../contract/token-scopes.ts';
import { CommandError, EXIT } from './exit-codes.ts';
import type { OwnFiles } from './own-files.ts';
import type { Terminal } from './terminal.ts';

const CLIENT = 'pagecast-cli';
const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const WAITING: readonly string[] = ['authorization_pending', 'slow_down'];

const Started = z.object({
  device_code: z.string(),
  user_code: z.string(),
  verification_uri: z.url(),
  verification_uri_complete: z.optional(z.url()),
  expires_in: z.number(),
  interval: z.optional(z.number()),
});
const Tokens = z.object({ access_token: z.string(), refresh_token: z.string() });
const Refusal = z.object({ error: z.string() });

/** As the server calls itself: a laptop goes by several names, and what it gives is for one of them. */
async function resourcesOf(url: string): Promise<{ api: string; mcp: string }> {
  const answer = await fetch(new URL('/.well-known/oauth-authorization-server', url), {
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
  }).catch(() => {
    throw new CommandError(`We can't reach ${url}. Try again.`, EXIT.tryAgain);
  });
  const { data } = z.safeParse(z.object({ issuer: z.url() }), await answer.json().catch(() => null));
  const issuer = (data?.issuer ?? url).replace(/\/$/, '');
  return { api: `${issuer}/api`, mcp: `${issuer}/mcp` };
}

/** Logs in by a browser, on this machine or another: the person types a code there. */
export async function loginByBrowser(files: OwnFiles, url: string, out: Terminal): Promise<void> {
  const { api, mcp } = await resourcesOf(url);
  const start = await post(url, '/oauth/device_authorization', [
    ['scope', TOKEN_SCOPES.join(' ')],
    ['resource', api],
    ['resource', mcp],
  ]);
  const started = z.safeParse(Started, start.body);
  if (!started.success)
    throw new CommandError("This server doesn't take logins by browser. Use: pagecast login --token -", EXIT.refused);
  const { device_code, user_code, verification_uri, expires_in, interval = 5 } = started.data;
  out.note(`Open ${verification_uri} in a browser and enter this code: ${user_code}`);
  const until = performance.now() + expires_in * 1000;
  let pause = interval;
  while (performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, pause * 1000));
    const asked = await post(url, '/oauth/token', [
      ['grant_type', DEVICE_GRANT],
      ['device_code', device_code],
      ['resource', api],
    ]).catch(() => null);
    const tokens = z.safeParse(Tokens, asked?.body);
    if (tokens.success) {
      const { access_token: accessToken, refresh_token: refreshToken } = tokens.data;
      files.saveLogin({ kind: 'browser', url, accessToken, refreshToken });
      return;
    }
    const { error } = z.safeParse(Refusal, asked?.body).data ?? { error: '' };
    if (error === 'slow_down') pause += 5;
    if (error === 'access_denied') throw new CommandError('The login was refused in the browser.', EXIT.notAllowed);
    if (error === 'expired_token') break;
    // Such as one that was used: its answer may have been lost on the way.
    if (asked?.status === 400 && !WAITING.includes(error))
      throw new CommandError('This code no longer works. Run: pagecast login', EXIT.notAllowed);
  }
  throw new CommandError('Nobody entered the code in time. Run: pagecast login', EXIT.notAllowed);
}

/**
 * A fresh access token. Another shell may have renewed it meanwhile: the key for that counts once.
 * @param old what the server no longer takes
 */
export async function renewed(files: OwnFiles, url: string, old: string): Promise<string> {
  return files.alone(async () => {
    const login = files.login();
    if (login === null || login.kind !== 'browser' || login.url !== url) throw over();
    if (login.accessToken !== old) return login.accessToken;
    const { api } = await resourcesOf(url);
    const { access_token: accessToken, refresh_token: refreshToken } = await freshTokens(login, api);
    files.saveLogin({ kind: 'browser', url, accessToken, refreshToken });
    return accessToken;
  });
}

/** A token for assistants, which is good there alone. */
export async function mcpToken(files: OwnFiles, url: string): Promise<string> {
  return files.alone(async () => {
    const login = files.login();
    if (login === null || login.kind !== 'browser' || login.url !== url) throw over();
    const { mcp } = await resourcesOf(url);
    const fresh = await freshTokens(login, mcp);
    files.saveLogin({ ...login, refreshToken: fresh.refresh_token });
    return fresh.access_token;
  });
}

/** A server that has no time does not end a login. @throws CommandError */
async function freshTokens({ url, refreshToken }: { url: string; refreshToken: string }, resource: string) {
  const { status, body } = await post(url, '/oauth/token', [
    ['grant_type', 'refresh_token'],
    ['refresh_token', refreshToken],
    ['resource', resource],
  ]);
  const { data } = z.safeParse(Tokens, body);
  if (data !== undefined) return data;
  if (status >= 500 || status === 429) throw new CommandError('The server is busy. Try again.', EXIT.tryAgain);
  throw over();
}

const over = () => new CommandError('Your login has ended. Run: pagecast login', EXIT.notAllowed);

/** The connection is gone at the server too, as far as that can be reached. */
export async function endAtServer(url: string, refreshToken: string): Promise<boolean> {
  const answer = await post(url, '/oauth/revoke', [['token', refreshToken]]).catch(() => null);
  return answer !== null && answer.status < 300;
}

async function post(url: string, path: string, fields: [string, string][]): Promise<{ status: number; body: unknown }> {
  const answer = await fetch(new URL(path, url), {
    method: 'POST',
    body: new URLSearchParams([['client_id', CLIENT], ...fields]),
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
  }).catch(() => {
    throw new CommandError(`We can't reach ${url}. Try again.`, EXIT.tryAgain);
  });
  return { status: answer.status, body: await answer.json().catch(() => null) };
}
