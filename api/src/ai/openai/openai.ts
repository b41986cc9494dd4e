import { randomInt } from 'node:crypto';
import type OpenAI from 'openai';
import { APIError } from 'openai/core/error';
import * as z from 'zod';
import { boundedBody } from '../../http/bounded-body.ts';
import { traced } from '../../tracing/tracing.ts';
import type { Again, AiProvider, AiRequest, Usage, Written } from '../ai.ts';
import { diagnose } from './diagnose.ts';
import { moderate } from './moderate.ts';

/** Any server that speaks OpenAI's chat completions. */
export const openai: AiProvider = {
  name: 'openai',

  serverOf: ({ OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: model }) => ({ baseUrl, model }),

  async ask(request, { apiKey, baseUrl, model, signal, again }) {
    // Loaded with the first text: its 240 modules would keep every process that starts, for a tenth of a second.
    const { OpenAI: Client } = await import('openai');
    // Made for each call: the constructor refuses to go without a key, and keys change while the server runs.
    // It repeats nothing by itself: it would ask again without credit, and hold the call for as long as the server
    // wants to cool down.
    const client = new Client({
      apiKey,
      baseURL: baseUrl,
      timeout: TIMEOUT_MS,
      maxRetries: 0,
      logLevel: 'off',
      fetch: (url, init) => tracedFetch(model, url, init),
    });
    const asked = bodyOf(model, request);
    return request.onChunk === undefined
      ? whole(client, asked, signal, again)
      : chunkByChunk(client, asked, signal, { again, onChunk: request.onChunk });
  },

  moderate,
  diagnose,
};

const TIMEOUT_MS = 60_000;
/** Four times what the longest article takes in the most wasteful form, a stream of single letters. */
const ANSWER_LIMIT_BYTES = 8 * 1024 * 1024;

function bodyOf(model: string, { rules, prompt, maxTokens, schema }: AiRequest): Asked {
  return {
    model,
    messages: [
      { role: 'system', content: rules },
      { role: 'user', content: prompt },
    ],
    max_completion_tokens: maxTokens,
    // Who asks again wants another text, also from a server that answers the same to the same.
    seed: randomInt(2 ** 31),
    ...(schema === undefined
      ? {}
      : { response_format: { type: 'json_schema', json_schema: { ...schema, strict: true } } }),
  };
}

type Asked = OpenAI.ChatCompletionCreateParamsNonStreaming;

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

/** Ends with the head of the answer: what follows may be told as it is written. */
function tracedFetch(model: string, ...asked: Parameters<typeof fetch>): Promise<Response> {
  const attributes = { 'gen_ai.provider.name': 'openai', 'gen_ai.request.model': model };
  return traced(
    () => ({ name: `chat ${model}`, kind: 'client', attributes }),
    async (note) => {
      const answer = await fetch(...asked);
      note.set({ 'http.response.status_code': answer.status });
      if (!answer.ok) note.fail();
      return boundedBody(answer, ANSWER_LIMIT_BYTES);
    },
  );
}

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

/**
 * The library passes on whatever came.
 * @throws APIError for an error under a success, SyntaxError for what is no answer
 */
function read<Answer>(shape: z.ZodType<Answer>, came: unknown): Answer {
  const failed = z.object({ error: z.union([z.record(z.string(), z.unknown()), z.string().min(1)]) }).safeParse(came);
  if (failed.success)
    throw new APIError(
      undefined,
      typeof failed.data.error === 'string' ? { message: failed.data.error } : failed.data.error,
      undefined,
      undefined,
    );
  const answer = shape.safeParse(came);
  if (!answer.success) throw new SyntaxError('The answer is none of the kind that was asked for');
  return answer.data;
}
