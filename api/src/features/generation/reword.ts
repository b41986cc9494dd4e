import type { Owner } from '../../db/owner.ts';
import { DEFAULT_LENGTH, TONES, type Tone } from '../../contract/generation.ts';
import { rendered, type Ask } from '../../prompts/prompt.ts';
import type { Writing } from '../../prompts/writing.ts';
import type { RecordedCall } from '../ai-calls/recorded-call.ts';
import type { TextGenerator } from './text-generator.ts';
import { roomFor } from './text-generator.ts';

/** A text that is to be said in other words. */
export interface TextToReword {
  readonly content: string;
  readonly tone: string | null;
}

/** Says a text in other words, within the limits and the budget of every text that the AI writes. */
export function rewording({
  generator,
  record,
  writing,
}: {
  generator: TextGenerator;
  record: RecordedCall;
  writing: () => Writing;
}) {
  /** @throws AppError in words for the person whose text it is */
  return async function reword(
    owner: Owner,
    text: TextToReword,
    signal: AbortSignal,
  ): Promise<{ content: string; callId: number }> {
    const asked = askToReword(text, writing());
    const wanted = { purpose: 'post', prompt: asked.prompt, asked, timeZone: 'UTC' } as const;
    const { text: content, callId } = await record(owner, wanted, () => generator.write(asked, signal));
    return { content: content.trim(), callId };
  };
}

export function askToReword({ content, tone }: TextToReword, { model, prompt }: Writing): Ask {
  return {
    ...rendered(prompt('reword'), { content, tone: toneOf(tone) }),
    model,
    maxTokens: roomFor(DEFAULT_LENGTH) + content.length,
  };
}

const toneOf = (tone: string | null): Tone => TONES.find((one) => one === tone) ?? TONES[0];
