import {
  DEFAULT_LENGTH,
  LANGUAGES,
  LENGTH_WORDS,
  TONES,
  type Language,
  type Length,
  type Tone,
} from '../../contract/generation.ts';
import type { Asked } from '../ai-calls/cost.ts';
import type { Complete, Completed } from '../../ai/ai.ts';

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
    write: (asked: Asked, signal: AbortSignal, onChunk?: (text: string) => void): Promise<Completed> =>
      complete({ ...asked, onChunk }, signal),
  };
}
export type TextGenerator = ReturnType<typeof textGenerator>;

/** What the AI is asked for this post. */
export function askForText(request: TextRequest): Asked {
  return {
    rules: rulesFor(request),
    prompt: promptOf(request),
    maxTokens: roomFor(request.length ?? DEFAULT_LENGTH),
  };
}

function rulesFor(request: TextRequest): string {
  const [least, most] = LENGTH_WORDS[request.length ?? DEFAULT_LENGTH];
  return [
    'You write posts for a Facebook page. ' +
      'Answer with the text of the post alone: no title line, no quotation marks around it, no Markdown.',
    ...(request.contentType ? [`Kind of post: ${request.contentType.replaceAll('-', ' ')}.`] : []),
    `Tone: ${request.tone ?? TONES[0]}. Language: ${request.language ?? LANGUAGES[0]}. Length: ${least}-${most} words.`,
    'Invent no facts, prices, dates or names that the request does not give.',
  ].join('\n');
}

function promptOf({ prompt, keywords }: TextRequest): string {
  return keywords && !prompt.includes(keywords) ? `${prompt}\nTopic: ${keywords}` : prompt;
}

/** Room for the longest text asked for, hashtags and a model that thinks first. */
export function roomFor(length: Length): number {
  return 1500 + LENGTH_WORDS[length][1] * 3;
}
