import type { Prompt, PromptId } from './prompt.ts';
import { PROMPTS } from './prompts.ts';

/** Which version of some prompts is used; of all others it is the first. */
export type PromptVersions = Readonly<Partial<Record<PromptId, number>>>;

/** By what model, and by which versions of the prompts, texts are written. */
export interface Writing {
  readonly model: string;
  readonly versions: PromptVersions;
  prompt<Id extends PromptId>(id: Id): Prompt<Id>;
}

/** A version that this release does not have, or has no more, gives way to the first. */
export function writingBy(model: string, versions: PromptVersions = {}): Writing {
  return {
    model,
    versions,
    prompt: (id) => PROMPTS[id].find(({ version }) => version === versions[id]) ?? PROMPTS[id][0],
  };
}
