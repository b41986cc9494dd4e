import type { Config } from '../config/config.ts';
import type { Complete } from './ai.ts';
import { completion, type Patience } from './completion.ts';
import { moderation } from './moderation.ts';
import { PROVIDER } from './provider.ts';
import { writingBy, type PromptVersions, type Writing } from '../prompts/writing.ts';

interface Deps {
  readonly config: Config;
  /** Asked for each call, since it can change while the server runs; null where none is set. */
  keyInUse(): string | null;
  /** What administrators chose; null: the model of the server's settings. */
  chosen(): { readonly model: string | null; readonly versions: PromptVersions };
}

/** The AI of this server, for everything that writes with it. */
export function createAi({ config, keyInUse, chosen }: Deps) {
  const server = PROVIDER.serverOf(config);
  return {
    /** Of the server's settings. */
    modelOfServer: server.model,
    /** Asked for each text, since it can change while the server runs. */
    writing: (): Writing => {
      const { model, versions } = chosen();
      return writingBy(model ?? server.model, versions);
    },
    complete: (patience: Patience = {}): Complete => completion({ ...server, ...patience, apiKey: keyInUse }),
    moderate: moderation({ baseUrl: server.baseUrl, apiKey: keyInUse }),
    /** With a key that is not in use yet. */
    completeWith: (key: string, patience: Patience): Complete =>
      completion({ ...server, ...patience, apiKey: () => key }),
  };
}
export type Ai = ReturnType<typeof createAi>;
