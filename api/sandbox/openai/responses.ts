import { z } from 'zod';
import type { Settings } from '../settings.ts';
import { readFormat } from './chat.ts';
import { checkModel, complete, contentText, chunksOf } from './completion.ts';
import type { Completion } from './completion.ts';
import { invalidRequest } from './openai-error.ts';

const Body = z.looseObject({
  model: z.string(),
  input: z.union([z.string(), z.array(z.looseObject({ role: z.string().optional(), content: z.unknown() }))]),
  instructions: z.string().nullish(),
  stream: z.boolean().nullish(),
  max_output_tokens: z.number().int().positive().nullish(),
  text: z.looseObject({ format: z.unknown() }).nullish(),
  temperature: z.number().nullish(),
});

/** Answers `POST /v1/responses`. @throws OpenaiError */
export function respond(json: unknown, settings: Settings): { completion: Completion; isStream: boolean } {
  const parsed = Body.safeParse(json);
  if (!parsed.success)
    throw invalidRequest(
      `Invalid value for '${parsed.error.issues[0]?.path.join('.') ?? 'body'}'.`,
      parsed.error.issues[0]?.path.join('.') ?? null,
    );
  const body = parsed.data;
  const model = checkModel(body.model, body, settings);
  const input = typeof body.input === 'string' ? [{ role: 'user', content: body.input }] : body.input;
  const messages = [
    ...(body.instructions ? [{ role: 'system', text: body.instructions }] : []),
    ...input.map((item) => ({ role: item.role ?? 'user', text: contentText(item.content) })),
  ];
  const completion = complete({
    model,
    messages,
    format: readFormat(body.text?.format),
    maxTokens: body.max_output_tokens ?? null,
    variation: [body.temperature ?? null],
    obeys: settings.openaiObeys,
  });
  return { completion, isStream: body.stream === true };
}

function envelope(
  completion: Completion,
  createdAt: number,
  status: string,
  output: unknown[],
): Record<string, unknown> {
  const { promptTokens, completionTokens } = completion;
  return {
    id: `resp_${completion.id}`,
    object: 'response',
    created_at: Math.floor(createdAt / 1000),
    status,
    error: null,
    incomplete_details: status === 'incomplete' ? { reason: 'max_output_tokens' } : null,
    model: completion.model,
    output,
    usage: {
      input_tokens: promptTokens,
      output_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
  };
}

const statusOf = (completion: Completion) => (completion.finishReason === 'length' ? 'incomplete' : 'completed');
const message = (completion: Completion, text: string) => ({
  id: `msg_${completion.id}`,
  type: 'message',
  role: 'assistant',
  status: statusOf(completion),
  content: [{ type: 'output_text', text, annotations: [] }],
});

export function responseJson(completion: Completion, createdAt: number): unknown {
  return envelope(completion, createdAt, statusOf(completion), [message(completion, completion.text)]);
}

export function* responseEvents(
  completion: Completion,
  createdAt: number,
): Generator<{ type: string } & Record<string, unknown>> {
  let sequence = 0;
  const event = (type: string, fields: Record<string, unknown>) => ({ type, sequence_number: sequence++, ...fields });
  const place = { item_id: `msg_${completion.id}`, output_index: 0, content_index: 0 };
  yield event('response.created', { response: envelope(completion, createdAt, 'in_progress', []) });
  yield event('response.output_item.added', {
    output_index: 0,
    item: { ...message(completion, ''), content: [], status: 'in_progress' },
  });
  yield event('response.content_part.added', { ...place, part: { type: 'output_text', text: '', annotations: [] } });
  for (const delta of chunksOf(completion.text)) yield event('response.output_text.delta', { ...place, delta });
  yield event('response.output_text.done', { ...place, text: completion.text });
  yield event('response.content_part.done', {
    ...place,
    part: { type: 'output_text', text: completion.text, annotations: [] },
  });
  yield event('response.output_item.done', { output_index: 0, item: message(completion, completion.text) });
  yield event(`response.${statusOf(completion)}`, { response: responseJson(completion, createdAt) });
}
