import { setTimeout as sleep } from 'node:timers/promises';
import { isHeldBack, LostAnswerError } from './product-call.ts';
import type { ProductClient } from './product-client.ts';

type Wanted = Parameters<ProductClient['release']>[0];
type Settled = Awaited<ReturnType<ProductClient['release']>>;

const ASKED_EVERY_MS = 2000;
/** Longer than the product takes to check a release. */
const SETTLED_WITHIN_MS = 60_000;

/**
 * Releases what was sent, as soon as nobody else is at it. Where the answer is lost, the product is asked what became
 * of it, and to do it again where nothing did: its process may have died.
 * @throws Error when it refuses, or cannot say
 */
export async function settledRelease(client: ProductClient, wanted: Wanted, version: string): Promise<Settled> {
  try {
    return await client.release(wanted);
  } catch (error) {
    if (!isUndecided(error) || wanted.as === 'trial') throw error;
  }
  const { current } = await client.area();
  for (const until = performance.now() + SETTLED_WITHIN_MS; ; await sleep(ASKED_EVERY_MS)) {
    const area = await client.area();
    const isThere =
      wanted.as === 'staged' || wanted.robot === 'first' ? area.versions.includes(version) : area.current === version;
    // It is registered after it was checked.
    if (isThere) return { version, from: current === version ? null : current, checkedFiles: wanted.files.length };
    try {
      return await client.release(wanted);
    } catch (error) {
      if (performance.now() > until || !isUndecided(error)) throw error;
    }
  }
}

/** The first try may go on still, or somebody else is at it for a moment. */
function isUndecided(error: unknown): boolean {
  return error instanceof LostAnswerError || isHeldBack(error);
}
