import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';

/** A name server has so long, and so many times: together less than whoever asks waits for an answer. */
const TRY_MS = 1500;
const TRIES = 2;

/**
 * Says which machines a name means that strangers give us. The lookup of the system (`dns.lookup`) takes one of the two
 * threads of this process that look names up, and cannot be given up: two names whose server never answers would keep
 * posts from Facebook. This one only waits for a socket.
 * @param knowsOwn names of one's own network count too, as the system knows them (`/etc/hosts`)
 * @param servers in place of the system's
 */
export function lookUp({
  knowsOwn = false,
  servers = [],
}: { readonly knowsOwn?: boolean; readonly servers?: readonly string[] } = {}): typeof dns.lookup {
  const resolver = new dns.promises.Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);

  async function addressesOf(host: string): Promise<dns.LookupAddress[]> {
    const literal = isIP(host);
    if (literal !== 0) return [{ address: host, family: literal }];
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const of = (found: typeof v4, family: number) =>
      found.status === 'rejected' ? [] : found.value.map((address) => ({ address, family }));
    const all = [...of(v4, 4), ...of(v6, 6)];
    if (all.length > 0) return all;
    if (knowsOwn) return dns.promises.lookup(host, { all: true });
    throw Object.assign(new Error(`No server has an address for ${host}`), { code: 'ENOTFOUND' });
  }

  const lookup: LookupFunction = (host, { all: wantsAll = false }, found) => {
    void addressesOf(host).then(
      (all) => (wantsAll ? found(null, all) : found(null, all[0]?.address ?? '', all[0]?.family)),
      (error: NodeJS.ErrnoException) => found(error, [], 0),
    );
  };
  return lookup as typeof dns.lookup;
}
