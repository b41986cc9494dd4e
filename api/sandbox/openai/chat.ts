import { z } from 'zod';
import type { AiAnswer } from '../exchange.ts';
import type { Settings } from '../settings.ts';
import { answered, checkModel, complete, contentText, chunksOf } from './completion.ts';
import type { Completion, OutputFormat } from './completion.ts';
import { invalidRequest } from './openai-error.ts';
import type { JsonSchema } from './schema-writer.ts';

const Message = z.looseObject({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: z.union([z.string(), z.array(z.unknown()), z.null()]).optional(),
});
const Body = z.strictObject({
  model: z.string(),
  messages: z.array(Message).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  max_tokens: z.number().int().positive().nullish(),
  max_completion_tokens: z.number().int().positive().nullish(),
  temperature: z.number().min(0).max(2).nullish(),
  top_p: z.number().nullish(),
  seed: z.number().nullish(),
  n: z.literal(1).nullish(),
  presence_penalty: z.number().nullish(),
  frequency_penalty: z.number().nullish(),
  stop: z.unknown().optional(),
  user: z.string().optional(),
  response_format: z.unknown().optional(),
  reasoning_effort: z.string().nullish(),
  verbosity: z.string().nullish(),
  store: z.boolean().nullish(),
  metadata: z.unknown().optional(),
  tools: z.unknown().optional(),
  tool_choice: z.unknown().optional(),
  parallel_tool_calls: z.boolean().optional(),
  service_tier: z.string().nullish(),
  safety_identifier: z.string().optional(),
  prompt_cache_key: z.string().optional(),
  logprobs: z.boolean().nullish(),
});

interface ChatAnswer {
  completion: Completion;
  isStream: boolean;
  withUsage: boolean;
}

/** Answers `POST /v1/chat/completions`. @throws OpenaiError */
export function chat(json: unknown, settings: Settings, answer: AiAnswer | null): ChatAnswer {
  const parsed = Body.safeParse(json);
  if (!parsed.success) throw refuse(parsed.error);
  const body = parsed.data;
  const model = checkModel(body.model, body, settings);
  const completion = answered(
    complete({
      model,
      messages: body.messages.map(({ role, content }) => ({ role, text: contentText(content) })),
      format: readFormat(body.response_format),
      maxTokens: body.max_completion_tokens ?? body.max_tokens ?? null,
      variation: [body.seed ?? null, body.temperature ?? null],
      obeys: settings.openaiObeys,
    }),
    answer,
  );
  return { completion, isStream: body.stream === true, withUsage: body.stream_options?.include_usage === true };
}

function refuse(error: z.ZodError): Error {
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys')
    return invalidRequest(`Unrecognized request argument supplied: ${issue.keys.join(', ')}`);
  const param = issue?.path.join('.') ?? null;
  return invalidRequest(`Invalid value for '${param ?? 'body'}': ${issue?.message ?? 'not understood'}`, param);
}

export function readFormat(format: unknown): OutputFormat {
  if (format === undefined || format === null) return { type: 'text' };
  const {
    type,
    json_schema: wrapped,
    schema: bare,
  } = format as { type?: unknown; json_schema?: { name?: unknown; schema?: unknown }; schema?: unknown };
  if (type === 'text' || type === 'json_object') return { type };
  const schema = wrapped?.schema ?? bare;
  if (type !== 'json_schema' || typeof schema !== 'object' || schema === null)
    throw invalidRequest("Missing required parameter: 'response_format.json_schema'.", 'response_format');
  return { type, schema: schema as JsonSchema };
}

const usageOf = ({ promptTokens, completionTokens }: Completion) => ({
  prompt_tokens: promptTokens,
  completion_tokens: completionTokens,
  total_tokens: promptTokens + completionTokens,
});

export function chatJson(completion: Completion, createdAt: number): unknown {
  return {
    id: `chatcmpl-${completion.id}`,
    object: 'chat.completion',
    created: Math.floor(createdAt / 1000),
    model: completion.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: completion.refusal === null ? completion.text : null,
          refusal: completion.refusal,
        },
        finish_reason: completion.finishReason,
        logprobs: null,
      },
    ],
    usage: usageOf(completion),
  };
}

/** The events of a streamed answer, without the closing `[DONE]`. */
export function* chatChunks(completion: Completion, createdAt: number, withUsage: boolean): Generator<unknown> {
  const base = {
    id: `chatcmpl-${completion.id}`,
    object: 'chat.completion.chunk',
    created: Math.floor(createdAt / 1000),
    model: completion.model,
  };
  const chunk = (delta: Record<string, unknown>, finish: string | null) => ({
    ...base,
    choices: [{ index: 0, delta, finish_reason: finish }],
    ...(withUsage ? { usage: null } : {}),
  });
  yield chunk({ role: 'assistant', content: '', refusal: null }, null);
  if (completion.refusal !== null) yield chunk({ refusal: completion.refusal }, null);
  for (const piece of chunksOf(completion.text)) yield chunk({ content: piece }, null);
  yield chunk({}, completion.finishReason);
  if (withUsage) yield { ...base, choices: [], usage: usageOf(completion) };
}
