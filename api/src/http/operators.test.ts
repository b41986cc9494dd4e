import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import Koa from 'koa';
import { describe, expect, test } from 'vitest';
import { assertOperator, lendOperators } from './operators.ts';

const TOKEN = 'a-token-of-the-metrics';
const ELSEWHERE = '203.0.113.9';

describe('whoever is on this machine', () => {
  interface Asking {
    readonly from?: string;
    readonly host?: string;
    readonly headers?: Record<string, string>;
    readonly proxies?: number;
    readonly publicUrl?: string;
    readonly listensOn?: string;
  }

  async function isOperator({
    from = '127.0.0.1',
    host = 'localhost:3000',
    headers = {},
    proxies = 0,
    publicUrl = 'http://localhost:3000',
    listensOn = '127.0.0.1',
  }: Asking): Promise<boolean> {
    const request = new IncomingMessage(Object.defineProperty(new Socket(), 'remoteAddress', { value: from }));
    Object.assign(request.headers, { host, ...headers });
    const server = new Koa();
    lendOperators(server, { METRICS_TOKEN: TOKEN, TRUST_PROXY: proxies, PUBLIC_URL: publicUrl, HOST: listensOn });
    const ctx = server.createContext(request, new ServerResponse(request));
    try {
      assertOperator(ctx);
      return true;
    } catch {
      return false;
    }
  }

  const forwarded = (addresses: string) => ({ 'x-forwarded-for': addresses });

  test.each<[string, Asking]>([
    ['by number', { host: '127.0.0.1:3000' }],
    ['by IPv6', { from: '::1', host: '[::1]:3000' }],
    ['by IPv4 in IPv6', { from: '::ffff:127.0.0.1' }],
    ['by another number of it', { from: '127.8.9.10' }],
    ['straight, beside a proxy', { proxies: 1, publicUrl: 'https://pages.example.com' }],
    ['through a proxy that says so', { proxies: 1, headers: forwarded('127.0.0.1') }],
    ['through two of them', { proxies: 2, headers: forwarded('::1, 127.0.0.1') }],
    ['straight, where we listen everywhere', { publicUrl: 'https://pages.example.com', listensOn: '0.0.0.0' }],
  ])('is an operator: %s', async (_how, asking) => expect(await isOperator(asking)).toBe(true));

  test.each<[string, Asking]>([
    ['another machine', { from: ELSEWHERE }],
    ['another machine that calls itself this one', { from: ELSEWHERE, headers: forwarded('127.0.0.1') }],
    ['and one that comes past the proxy', { from: ELSEWHERE, proxies: 1, headers: forwarded('127.0.0.1') }],
    ['another machine through the proxy', { proxies: 1, headers: forwarded(ELSEWHERE) }],
    ['one that hides behind a made-up line', { proxies: 1, headers: forwarded(`127.0.0.1, ${ELSEWHERE}`) }],
    ['one that hides from a proxy too many', { proxies: 2, headers: forwarded(`127.0.0.1, ${ELSEWHERE}`) }],
    ['whoever comes through a proxy that nobody told of', { headers: forwarded('127.0.0.1') }],
    ['the same, in the newer words', { headers: { forwarded: 'for=127.0.0.1' } }],
    ['the same, with a name of its own', { headers: { 'x-real-ip': ELSEWHERE } }],
    ['whoever comes through a silent one', { publicUrl: 'https://pages.example.com' }],
    ['an empty line of a proxy', { headers: forwarded('') }],
    ['a page elsewhere whose name leads here', { host: 'evil.example:3000' }],
    ['no name', { host: '' }],
    ['a lookalike', { host: 'localhost.evil.example' }],
    ['a wrong token', { from: ELSEWHERE, headers: { authorization: 'Bearer a-token-of-the-metric' } }],
    ['a token in another scheme', { from: ELSEWHERE, headers: { authorization: `Basic ${TOKEN}` } }],
    ['no token', { from: ELSEWHERE, headers: { authorization: 'Bearer ' } }],
  ])('is none: %s', async (_who, asking) => expect(await isOperator(asking)).toBe(false));

  test('whoever knows the token is one from anywhere', async () => {
    expect(await isOperator({ from: ELSEWHERE, headers: { authorization: `Bearer ${TOKEN}` } })).toBe(true);
    expect(
      await isOperator({ proxies: 1, headers: { ...forwarded(ELSEWHERE), authorization: `bearer  ${TOKEN}` } }),
    ).toBe(true);
  });
});
