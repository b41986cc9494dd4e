import { randomInt } from 'node:crypto';
import OpenAI from 'openai';
import pRetry from 'p-retry';
import * as z from 'zod';
import { boundedBody } from '../../http/bounded-body.ts';
import type { Usage } from '../ai-calls/cost.ts';
import { isWorthAnotherCall, sentenceFor } from './generation-errors.ts';

export interface AiSettings {
  /** Asked for each call, since it can change while the server runs; null where none is set. */
  apiKey(): string | null;
  readonly baseUrl: string;
  readonly model: string;
  /** How often a call without an answer is made again; 1 when left out. */
  readonly retries?: number;
  /** How long all of it may take. */
  readonly giveUpMs?: number;
}

interface Request {
  readonly rules: string;
  readonly prompt: string;
  readonly maxTokens: number;
  /** The answer is JSON of this schema. */
  readonly schema?: { readonly name: string; readonly schema: Record<string, unknown> };
  /** Takes each chunk of the answer as it comes; without it the answer comes whole. */
  readonly onChunk?: ((text: string) => void) | undefined;
}

export interface Completed {
  readonly text: string;
  /** null when the server did not tell. */
  readonly usage: Usage | null;
}

const TIMEOUT_MS = 60_000;
/** The hard end: tries, waits between them and a body that stalls, all in all. */
const GIVE_UP_MS = 100_000;
/** Four times what the longest article takes in the most wasteful form, a stream of single letters. */
const ANSWER_LIMIT_BYTES = 8 * 1024 * 1024;
const TEXT_LIMIT = 200_000;

/** One answer of any server that speaks chat completions. */
export function completion({ apiKey: keyInUse, baseUrl, model, retries = 1, giveUpMs = GIVE_UP_MS }: AiSettings) {
  /**
   * @param signal ends the call when nobody waits for it any more
   * @throws AppError in words for the person who asked
   */
  return async function complete(
    { rules, prompt, maxTokens, schema, onChunk }: Request,
    signal: AbortSignal,
  ): Promise<Completed> {
    const apiKey = keyInUse();
    if (apiKey === null) throw sentenceFor('no-key');
    // Made for each call: the constructor refuses to go without a key, and keys change while the server runs.
    // It repeats nothing by itself: it would ask again without credit, and hold the call for as long as the server wants to cool down.
    const client = new OpenAI({
      apiKey,
      baseURL: baseUrl,
      timeout: TIMEOUT_MS,
      maxRetries: 0,
      logLevel: 'off',
      fetch: async (url, init) => boundedBody(await fetch(url, init), ANSWER_LIMIT_BYTES),
    });
    const ends = AbortSignal.any([signal, AbortSignal.timeout(giveUpMs)]);
    const asked = {
      model,
      messages: [
        { role: 'system' as const, content: rules },
        { role: 'user' as const, content: prompt },
      ],
      max_completion_tokens: maxTokens,
      // Who asks again wants another text, also from a server that answers the same to the same.
      seed: randomInt(2 ** 31),
      ...(schema === undefined
        ? {}
        : { response_format: { type: 'json_schema' as const, json_schema: { ...schema, strict: true } } }),
    };
    const again = <Answer>(ask: () => Promise<Answer>) =>
      pRetry(ask, {
        retries,
        minTimeout: 500,
        randomize: true,
        signal: ends,
        shouldRetry: ({ error }) => isWorthAnotherCall(error),
      });
    const written = await (
      onChunk === undefined ? whole(client, asked, ends, again) : chunkByChunk(client, asked, ends, { again, onChunk })
    ).catch((error: unknown) => {
      if (signal.aborted) throw sentenceFor('stopped');
      throw sentenceFor(error instanceof Error ? error : new Error(String(error)));
    });

    const text = written.text.trim();
    const { usage } = written;
    if (written.isRefused || written.ending === 'content_filter') throw sentenceFor('refused', usage);
    if (written.ending === 'length') throw sentenceFor('cut-off', usage);
    if (written.ending === null && text !== '') throw sentenceFor('broken-off', usage);
    if (text === '') throw sentenceFor('empty', usage);
    if (text.length > TEXT_LIMIT) throw sentenceFor('too-much', usage);
    return { text, usage };
  };
}
export type Complete = ReturnType<typeof completion>;

interface Written {
  readonly text: string;
  readonly isRefused: boolean;
  /** Why it ended; null when it broke off. */
  readonly ending: string | null;
  readonly usage: Usage | null;
}

type Asked = OpenAI.ChatCompletionCreateParamsNonStreaming;
type Again = <Answer>(ask: () => Promise<Answer>) => Promise<Answer>;

const reason = z.string().nullish().catch(null);
const Tokens = z
  .object({ prompt_tokens: z.int().nonnegative(), completion_tokens: z.int().nonnegative() })
  .transform(({ prompt_tokens: inputTokens, completion_tokens: outputTokens }): Usage => ({
    inputTokens,
    outputTokens,
  }))
  .nullish()
  .catch(null);
/** Servers that only speak like OpenAI's leave out what they like; what is there has to be of its kind. */
const Words = z.object({ content: z.string().nullish(), refusal: z.unknown().optional() }).nullish();
const Whole = z.object({ choices: z.array(z.object({ message: Words, finish_reason: reason })), usage: Tokens });
const Chunk = z.object({
  choices: z.array(z.object({ delta: Words, finish_reason: reason })).nullish(),
  usage: Tokens,
});

async function whole(client: OpenAI, asked: Asked, signal: AbortSignal, again: Again): Promise<Written> {
  const {
    choices: [choice],
    usage,
  } = read(Whole, await again(async () => client.chat.completions.create(asked, { signal })));
  return {
    text: choice?.message?.content ?? '',
    isRefused: Boolean(choice?.message?.refusal),
    // A server that leaves the reason out has sent all it had: its answer came whole.
    ending: choice?.finish_reason ?? 'stop',
    usage: usage ?? null,
  };
}

async function chunkByChunk(
  client: OpenAI,
  asked: Asked,
  signal: AbortSignal,
  { again, onChunk }: { again: Again; onChunk: (text: string) => void },
): Promise<Written> {
  const written = { text: '', isRefused: false, ending: null as string | null, usage: null as Usage | null };
  const chunks = await again(async () =>
    client.chat.completions.create({ ...asked, stream: true, stream_options: { include_usage: true } }, { signal }),
  );
  for await (const chunk of chunks) {
    const { choices, usage } = read(Chunk, chunk);
    const choice = choices?.[0];
    const words = choice?.delta?.content ?? '';
    written.text += words;
    written.isRefused ||= Boolean(choice?.delta?.refusal);
    written.ending = choice?.finish_reason ?? written.ending;
    written.usage = usage ?? written.usage;
    if (words !== '') onChunk(words);
  }
  // The library ends a stream that is aborted as if it had come to its end.
  signal.throwIfAborted();
  return written;
}

/** The library passes on whatever came. @throws APIError for an error under a success, SyntaxError for what is no answer */
function read<Answer>(shape: z.ZodType<Answer>, came: unknown): Answer {
  const failed = z.object({ error: z.union([z.record(z.string(), z.unknown()), z.string().min(1)]) }).safeParse(came);
  if (failed.success)
    throw new OpenAI.APIError(
      undefined,
      typeof failed.data.error === 'string' ? { message: failed.data.error } : failed.data.error,
      undefined,
      undefined,
    );
  const answer = shape.safeParse(came);
  if (!answer.success) throw new SyntaxError('The answer is none of the kind that was asked for');
  return answer.data;
}
