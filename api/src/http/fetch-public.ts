import type { AddressFlaw } from './post-public.ts';
import { FetchFlawError, publicGet } from './public-get.ts';

export type FetchPublic = (address: string) => Promise<AsyncIterable<Uint8Array>>;

const HEADERS = { accept: 'image/*', 'user-agent': 'Pagecast' };

/**
 * Fetches the image that anybody can see at an address, as `publicGet` does.
 * @throws FetchFlawError
 */
export function publicFetch(
  allowed: readonly string[] = [],
  flawOf: (address: string) => AddressFlaw | null = () => null,
): FetchPublic {
  const get = publicGet(allowed, { flawOf });
  return async (address) => {
    const { status, bytes, end } = await get(address, { headers: HEADERS });
    if (status === 200) return bytes;
    end();
    throw new FetchFlawError([404, 410].includes(status) ? 'gone' : 'refused');
  };
}
