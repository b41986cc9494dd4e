import { isPlainContainer, RELEASE_DESCRIPTION, type RemoteRelease } from '@pagecast/api/contract';
import { PATIENCE_MS } from '../../kit/runtime/patience.ts';
import { entryOf } from './integrity.ts';

/** What is read here of what a build says of itself. */
interface Description {
  readonly preload: readonly { readonly file: string; readonly integrity: string }[];
}

/**
 * Fetches what the first opening of a version needs into the browser's cache, and runs none of it: an area that is
 * broken harms nobody who only passes by. Federation's own `preloadRemote` starts the entry.
 * @throws what went wrong; the opening tries again, and says so
 */
export async function prefetchFiles(manifest: URL, integrity: RemoteRelease['integrity']): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  /** To its end: what is not read is not kept. */
  const read = async (url: string, hash?: string): Promise<string> => {
    const answer = await fetch(url, {
      signal,
      credentials: 'same-origin',
      ...(hash !== undefined && { integrity: hash }),
    });
    if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
    return answer.text();
  };
  /** Which chunks these are, stands beside them. */
  const readChunks = async () => {
    const { preload } = JSON.parse(await read(new URL(RELEASE_DESCRIPTION, manifest).href)) as Description;
    return Promise.all(preload.map((chunk) => read(new URL(chunk.file, manifest).href, chunk.integrity)));
  };
  // Where one does not come, the others need not keep connections from the screen that is open.
  if (!isPlainContainer(manifest.href)) await read(manifest.href, integrity.manifest);
  await read(entryOf(manifest), integrity.entry);
  await readChunks();
}
