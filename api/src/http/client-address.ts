import { isIPv6 } from 'node:net';
import type { Middleware } from 'koa';

/**
 * Keeps the caller's address: the socket's, or, behind `proxies` of our own, the one that the outermost of them saw.
 */
export function clientAddress(proxies: number): Middleware {
  return (ctx, next) => {
    ctx.state['ip'] =
      (proxies > 0 ? seenBy(proxies, ctx.get('x-forwarded-for')) : undefined) ??
      ctx.req.socket.remoteAddress ??
      'unknown';
    return next();
  };
}

function seenBy(proxies: number, forwarded: string): string | undefined {
  return forwarded
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .at(-proxies);
}

const LONGEST = 64;

/**
 * What limits count by: an IPv4 address, or the first 64 bits of an IPv6 one, which are one line's to make addresses
 * of.
 */
export function networkOf(address: string): string {
  const bare = withoutPort(address).replace(/%.*$/, '');
  if (!isIPv6(bare)) return bare.slice(0, LONGEST);
  const groups = groupsOf(bare);
  const [high = 0, low = 0] = groups.slice(6);
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0);
  return isMapped
    ? [high >> 8, high & 255, low >> 8, low & 255].join('.')
    : `${groups
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':')}::/64`;
}

/** Some proxies tell the port too. */
function withoutPort(address: string): string {
  return /^\[(.*)\](?::\d+)?$/.exec(address)?.[1] ?? /^([\d.]+):\d+$/.exec(address)?.[1] ?? address;
}

/** The eight groups of an IPv6 address, however it is written. */
function groupsOf(address: string): number[] {
  const [front = '', back = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const read = (part: string) =>
    part
      .split(':')
      .filter(Boolean)
      .map((group) => Number.parseInt(group, 16));
  const [head, tail] = [read(front), read(back)];
  return [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => 0), ...tail];
}
