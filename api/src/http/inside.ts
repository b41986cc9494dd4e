import type dns from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Addresses of the internet for one machine; all others of IPv6 are for something else, such as `::127.0.0.1`. */
const GLOBAL_IPV6 = '2000::/3';

/** Whether an IP address is one that only this machine, or its network, reaches. */
export function isPrivate(address: string): boolean {
  const read = ipaddr.parse(address);
  if (read.kind() === 'ipv6' && !read.match(ipaddr.parseCIDR(GLOBAL_IPV6))) return true;
  return read.range() !== 'unicast';
}

/** @returns whether an IP address is one of these addresses and networks */
export function networksOf(allowed: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const network of allowed) {
    const [address = '', length] = network.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (length === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(length), family);
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

/** Says which machine a name means, as the line opens; none where one of those that it means is inside. */
export function outsideOnly(lookup: typeof dns.lookup, own: (address: string) => boolean): LookupFunction {
  return (host, options, found) => {
    lookup(host, options, (error, address, family) => {
      const all = typeof address === 'string' ? [address] : (address ?? []).map((one) => one.address);
      const isInside = error === null && all.some((one) => isPrivate(one) && !own(one));
      if (isInside) found(new Error(`DNS lookup ${host} is not allowed`), [] as never, 0);
      else found(error, address, family);
    });
  };
}
