import {
  DEFAULT_LENGTH,
  LANGUAGES,
  LENGTH_WORDS,
  TONES,
  type Language,
  type Length,
  type Tone,
} from '../../contract/generation.ts';
import type { Complete, Completed } from '../../ai/ai.ts';
import { rendered, type Ask } from '../../prompts/prompt.ts';
import { promptInUse } from '../../prompts/prompts.ts';

export interface TextRequest {
  readonly prompt: string;
  readonly contentType: string | null;
  readonly keywords: string | null;
  readonly tone: Tone | null;
  readonly language: Language | null;
  readonly length: Length | null;
}

/** Writes posts for Facebook pages. */
export function textGenerator(complete: Complete) {
  return {
    /**
     * @param onChunk gets the next words as they are written
     * @throws AppError in words for the person who asked
     */
    write: (asked: Ask, signal: AbortSignal, onChunk?: (text: string) => void): Promise<Completed> =>
      complete({ ...asked, onChunk }, signal),
  };
}
export type TextGenerator = ReturnType<typeof textGenerator>;

/** What the AI is asked for this post. */
export function askForText({ prompt, contentType, keywords, tone, language, length }: TextRequest): Ask {
  const [least, most] = LENGTH_WORDS[length ?? DEFAULT_LENGTH];
  const values = {
    request: prompt,
    topic: keywords && !prompt.includes(keywords) ? keywords : null,
    kind: contentType ? contentType.replaceAll('-', ' ') : null,
    tone: tone ?? TONES[0],
    language: language ?? LANGUAGES[0],
    words: `${least}-${most}`,
  };
  return { ...rendered(promptInUse('post'), values), maxTokens: roomFor(length ?? DEFAULT_LENGTH) };
}

/** Room for the longest text asked for, hashtags and a model that thinks first. */
export function roomFor(length: Length): number {
  return 1500 + LENGTH_WORDS[length][1] * 3;
}
