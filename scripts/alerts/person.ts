import {
  currentUser,
  generateContent,
  listRemotes,
  reportRemoteLoad,
  uploadMedia,
} from '../../api/src/contract/index.ts';
import { logIn } from '../bench/client.ts';
import type { Product } from '../product.ts';

/** Somebody who works while the faults are staged, and does not mind what the answers say. */
export async function somebodyAtWork(product: Product) {
  const { cookie, facebookId } = await logIn(product, 'many');
  const headers = { cookie, origin: product.url };

  const call = async (method: string, address: string, body?: unknown, at = product.url): Promise<Response | null> => {
    const answer = await fetch(`${at}${address}`, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    }).catch(() => null);
    await answer?.arrayBuffer().catch(() => null);
    return answer;
  };

  return {
    facebookId,
    /** Asks who they are, of this host or of another. */
    askWho: (at = product.url) => call('GET', currentUser.path, undefined, at),
    /** The AI writes something. */
    generate: () => call('POST', generateContent.path, { prompt: 'Fresh bread on Saturdays.' }),
    /** A page tells how an area of this version came; `phase` is null where it did. */
    tellOfLoad: (name: string, version: string, phase: 'render' | null) =>
      call('POST', reportRemoteLoad.path, { name, version, phase, durationMs: 20 }),
    async areas(): Promise<{ name: string; version: string }[]> {
      const answer = await fetch(`${product.url}${listRemotes.path}`, { headers });
      return ((await answer.json()) as { remotes: { name: string; version: string }[] }).remotes;
    },
    async upload(file: Buffer): Promise<number> {
      const body = new FormData();
      body.set('file', new Blob([new Uint8Array(file)]), 'bread.png');
      const answer = await fetch(`${product.url}${uploadMedia.path}`, { method: 'POST', headers, body }).catch(
        () => null,
      );
      return answer?.status ?? 0;
    },
  };
}
export type Person = Awaited<ReturnType<typeof somebodyAtWork>>;
