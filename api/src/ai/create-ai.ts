import type { Config } from '../config/config.ts';
import type { Complete } from './ai.ts';
import { completion, type Patience } from './completion.ts';
import { PROVIDER } from './provider.ts';

interface Deps {
  readonly config: Config;
  /** Asked for each call, since it can change while the server runs; null where none is set. */
  keyInUse(): string | null;
}

/** The AI of this server, for everything that writes with it. */
export function createAi({ config, keyInUse }: Deps) {
  const server = PROVIDER.serverOf(config);
  return {
    model: server.model,
    complete: (patience: Patience = {}): Complete => completion({ ...server, ...patience, apiKey: keyInUse }),
    /** With a key that is not in use yet. */
    completeWith: (key: string, patience: Patience): Complete =>
      completion({ ...server, ...patience, apiKey: () => key }),
  };
}
export type Ai = ReturnType<typeof createAi>;
