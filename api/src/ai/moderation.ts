import type { Moderate } from './ai.ts';
import { PROVIDER } from './provider.ts';

/** Nobody waits longer for a check. */
const GIVE_UP_MS = 10_000;
/** Servers that only speak like OpenAI's mostly have no such call; they may learn it with an update. */
const ASK_AGAIN_MS = 60 * 60_000;

/** Asks the AI's server whether a text may go out, where it has a call for that. It costs nothing. */
export function moderation({ baseUrl, apiKey }: { baseUrl: string; apiKey(): string | null }): Moderate {
  let absentUntil = -Infinity;
  return async (text, signal) => {
    const key = apiKey();
    if (key === null || performance.now() < absentUntil) return null;
    try {
      const found = await PROVIDER.moderate(text, { baseUrl, apiKey: key, giveUpMs: GIVE_UP_MS, signal });
      if (found === null) absentUntil = performance.now() + ASK_AGAIN_MS;
      return found;
    } catch {
      // A check that cannot be made stands in nobody's way: the text itself was written by the same server.
      return null;
    }
  };
}
