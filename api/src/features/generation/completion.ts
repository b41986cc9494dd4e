import { randomInt } from 'node:crypto';
import OpenAI from 'openai';
import type { Usage } from '../ai-calls/cost.ts';
import { sentenceFor } from './generation-errors.ts';

export interface AiSettings {
  /** Asked for each call, since it can change while the server runs; null where none is set. */
  apiKey(): string | null;
  readonly baseUrl: string;
  readonly model: string;
}

interface Request {
  readonly rules: string;
  readonly prompt: string;
  readonly maxTokens: number;
  /** The answer is JSON of this schema. */
  readonly schema?: { readonly name: string; readonly schema: Record<string, unknown> };
}

export interface Completed {
  readonly text: string;
  /** null when the server did not tell. */
  readonly usage: Usage | null;
}

const TIMEOUT_MS = 60_000;
/** The hard end: tries, waits between them and a body that stalls, all in all. */
const GIVE_UP_MS = 100_000;

/** One answer of any server that speaks chat completions. */
export function completion({ apiKey: keyInUse, baseUrl, model }: AiSettings) {
  /**
   * @param signal ends the call when nobody waits for it any more
   * @throws AppError in words for the person who asked
   */
  return async function complete({ rules, prompt, maxTokens, schema }: Request, signal: AbortSignal): Promise<Completed> {
    const apiKey = keyInUse();
    if (apiKey === null) throw sentenceFor('no-key');
    // Made for each call: the constructor refuses to go without a key, and keys change while the server runs.
    const client = new OpenAI({ apiKey, baseURL: baseUrl, timeout: TIMEOUT_MS, maxRetries: 1 });
    const answer = await client.chat.completions.create(
      {
        model,
        messages: [{ role: 'system', content: rules }, { role: 'user', content: prompt }],
        max_completion_tokens: maxTokens,
        // Who asks again wants another text, also from a server that answers the same to the same.
        seed: randomInt(2 ** 31),
        ...(schema === undefined ? {} : { response_format: { type: 'json_schema' as const, json_schema: { ...schema, strict: true } } }),
      },
      { signal: AbortSignal.any([signal, AbortSignal.timeout(GIVE_UP_MS)]) },
    ).catch((error: Error) => { throw sentenceFor(error); });

    const choice = answer.choices?.[0];
    const text = choice?.message?.content?.trim() ?? '';
    if (choice?.message?.refusal || choice?.finish_reason === 'content_filter') throw sentenceFor('refused');
    if (choice?.finish_reason === 'length') throw sentenceFor('cut-off');
    if (text === '') throw sentenceFor('empty');
    return { text, usage: answer.usage ? { inputTokens: answer.usage.prompt_tokens, outputTokens: answer.usage.completion_tokens } : null };
  };
}
export type Complete = ReturnType<typeof completion>;
