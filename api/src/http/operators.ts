import { createHash, timingSafeEqual } from 'node:crypto';
import { BlockList, isIP } from 'node:net';
import type Koa from 'koa';
import type { Context } from 'koa';
import type { Config } from '../config/config.ts';
import { NotFoundError } from './errors.ts';

const IS_OPERATOR = 'isOperator';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** What proxies say of the callers that they stand in for, beside `X-Forwarded-For`. */
const SAID_BY_PROXIES = [
  'forwarded',
  'via',
  'x-real-ip',
  'x-forwarded-host',
  'x-forwarded-proto',
  'cf-connecting-ip',
  'true-client-ip',
];

/**
 * Lends how to find out, where it counts, whether who asks runs this product: somebody on this very machine, or who
 * knows the token.
 */
export function lendOperators(
  server: Koa,
  {
    METRICS_TOKEN: token,
    TRUST_PROXY: proxies,
    PUBLIC_URL,
    HOST,
  }: Pick<Config, 'METRICS_TOKEN' | 'TRUST_PROXY' | 'PUBLIC_URL' | 'HOST'>,
): void {
  // People use another name than this machine's, and we listen on it alone: every call comes through something in
  // front, which TRUST_PROXY does not tell of.
  const isFronted = proxies === 0 && isLoopbackName(HOST) && !isLoopbackName(new URL(PUBLIC_URL).hostname);
  server.context[IS_OPERATOR] = (ctx: Context) =>
    (!isFronted && isFromHere(ctx, proxies)) || (token !== undefined && bears(ctx, token));
}

/** @throws NotFoundError for everybody else: that there is something is none of their business */
export function assertOperator(ctx: Context): void {
  const isOperator = ctx[IS_OPERATOR] as ((ctx: Context) => boolean) | undefined;
  if (isOperator?.(ctx) !== true) throw new NotFoundError('There is no such file.');
}

/**
 * A proxy on this machine has its address, and so has the browser of somebody here who was led to us under a strange
 * name. So the name counts too, and whoever a proxy speaks for, all the way.
 */
function isFromHere(ctx: Context, proxies: number): boolean {
  if (!isLoopback(ctx.req.socket.remoteAddress ?? '') || !isLoopbackName(hostNameOf(ctx))) return false;
  const forwarded = ctx.get('x-forwarded-for');
  if (proxies > 0 && forwarded !== '') return forwarded.split(',').every((address) => isLoopback(address.trim()));
  return (
    ctx.headers['x-forwarded-for'] === undefined && SAID_BY_PROXIES.every((name) => ctx.headers[name] === undefined)
  );
}

function hostNameOf(ctx: Context): string {
  const address = `http://${ctx.get('host')}`;
  return URL.canParse(address) ? new URL(address).hostname : '';
}

function isLoopbackName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || isLoopback(name.replace(/^\[(.*)\]$/, '$1'));
}

function isLoopback(address: string): boolean {
  const version = isIP(address);
  return version !== 0 && loopback.check(address, version === 4 ? 'ipv4' : 'ipv6');
}

/** Compared by their hashes, so that the time it takes tells nothing. */
function bears(ctx: Context, token: string): boolean {
  const [, given] = /^Bearer +(\S+)$/i.exec(ctx.get('authorization')) ?? [];
  return given !== undefined && timingSafeEqual(hashOf(given), hashOf(token));
}

function hashOf(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
