import { randomInt } from 'node:crypto';
import OpenAI from 'openai';
import type { Usage } from '../ai-calls/cost.ts';
import { sentenceFor } from './generation-errors.ts';

export interface AiSettings {
  /** Asked for each call, since it can change while the server runs; null where none is set. */
  apiKey(): string | null;
  readonly baseUrl: string;
  readonly model: string;
  /** How often a call without an answer is made again; 1 when left out. */
  readonly retries?: number;
}

interface Request {
  readonly rules: string;
  readonly prompt: string;
  readonly maxTokens: number;
  /** The answer is JSON of this schema. */
  readonly schema?: { readonly name: string; readonly schema: Record<string, unknown> };
  /** Is told each piece of the answer as it comes; without it the answer comes whole. */
  readonly onPiece?: ((text: string) => void) | undefined;
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
export function completion({ apiKey: keyInUse, baseUrl, model, retries = 1 }: AiSettings) {
  /**
   * @param signal ends the call when nobody waits for it any more
   * @throws AppError in words for the person who asked
   */
  return async function complete({ rules, prompt, maxTokens, schema, onPiece }: Request, signal: AbortSignal): Promise<Completed> {
    const apiKey = keyInUse();
    if (apiKey === null) throw sentenceFor('no-key');
    // Made for each call: the constructor refuses to go without a key, and keys change while the server runs.
    const client = new OpenAI({ apiKey, baseURL: baseUrl, timeout: TIMEOUT_MS, maxRetries: retries });
    const ends = AbortSignal.any([signal, AbortSignal.timeout(GIVE_UP_MS)]);
    const asked = {
      model,
      messages: [{ role: 'system' as const, content: rules }, { role: 'user' as const, content: prompt }],
      max_completion_tokens: maxTokens,
      // Who asks again wants another text, also from a server that answers the same to the same.
      seed: randomInt(2 ** 31),
      ...(schema === undefined ? {} : { response_format: { type: 'json_schema' as const, json_schema: { ...schema, strict: true } } }),
    };
    const written = await (onPiece === undefined ? whole(client, asked, ends) : pieceByPiece(client, asked, ends, onPiece))
      .catch((error: Error) => { throw sentenceFor(signal.aborted ? 'stopped' : error); });

    const text = written.text.trim();
    const usage = written.usage ? { inputTokens: written.usage.prompt_tokens, outputTokens: written.usage.completion_tokens } : null;
    if (written.isRefused || written.ending === 'content_filter') throw sentenceFor('refused', usage);
    if (written.ending === 'length') throw sentenceFor('cut-off', usage);
    if (written.ending === null && text !== '') throw sentenceFor('broken-off', usage);
    if (text === '') throw sentenceFor('empty', usage);
    return { text, usage };
  };
}
export type Complete = ReturnType<typeof completion>;

interface Written {
  readonly text: string;
  readonly isRefused: boolean;
  /** Why it ended; null when it broke off. */
  readonly ending: string | null;
  readonly usage: OpenAI.CompletionUsage | null | undefined;
}

type Asked = OpenAI.ChatCompletionCreateParamsNonStreaming;

async function whole(client: OpenAI, asked: Asked, signal: AbortSignal): Promise<Written> {
  const answer = await client.chat.completions.create(asked, { signal });
  const choice = answer.choices?.[0];
  return {
    text: choice?.message?.content ?? '', isRefused: Boolean(choice?.message?.refusal),
    // A server that leaves the reason out has sent all it had: its answer came whole.
    ending: choice?.finish_reason ?? 'stop', usage: answer.usage,
  };
}

async function pieceByPiece(client: OpenAI, asked: Asked, signal: AbortSignal, onPiece: (text: string) => void): Promise<Written> {
  const written = { text: '', isRefused: false, ending: null as string | null, usage: null as Written['usage'] };
  const chunks = await client.chat.completions.create({ ...asked, stream: true, stream_options: { include_usage: true } }, { signal });
  for await (const { choices, usage } of chunks) {
    const choice = choices?.[0];
    const piece = choice?.delta?.content ?? '';
    written.text += piece;
    written.isRefused ||= Boolean(choice?.delta?.refusal);
    written.ending = choice?.finish_reason ?? written.ending;
    written.usage = usage ?? written.usage;
    if (piece !== '') onPiece(piece);
  }
  // The library ends a stream that is aborted as if it had come to its end.
  signal.throwIfAborted();
  return written;
}
