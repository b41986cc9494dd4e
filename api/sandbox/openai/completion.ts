import { createHash } from 'node:crypto';
import type { AiAnswer } from '../exchange.ts';
import type { Settings } from '../settings.ts';
import { invalidRequest, OpenaiError } from './openai-error.ts';
import { chanceFrom } from '../chance.ts';
import { aboutSource, hear, obeying, takeoverIn } from './fences.ts';
import { readWish } from './prompt.ts';
import type { ChatMessage, Wish } from './prompt.ts';
import { rewritten } from './rewriter.ts';
import { writeValue } from './schema-writer.ts';
import type { JsonSchema } from './schema-writer.ts';
import { isVoice, voiceIn } from './voice-reader.ts';
import { writePost, writeTitle } from './writer.ts';

export type OutputFormat = { type: 'text' } | { type: 'json_object' } | { type: 'json_schema'; schema: JsonSchema };

export interface Request {
  model: string;
  messages: ChatMessage[];
  format: OutputFormat;
  maxTokens: number | null;
  /** Further values that change the text: seed, temperature. */
  variation: unknown;
  /** The model takes orders from whatever is not in a fence. */
  obeys?: boolean;
}

export interface Completion {
  id: string;
  text: string;
  refusal: string | null;
  finishReason: 'stop' | 'length' | 'content_filter';
  promptTokens: number;
  completionTokens: number;
  model: string;
}

const CONTEXT_TOKENS = 128_000;
/** Roughly how a tokenizer counts prose. */
const tokensOf = (text: string) => Math.ceil(text.length / 4);

/** Models that take only `max_completion_tokens` and their own temperature. */
function isReasoningModel(model: string): boolean {
  return /^(gpt-5|o\d)/.test(model);
}

/** @throws OpenaiError for parameters the model refuses, unless the sandbox is told to be lenient */
export function checkModel(model: unknown, body: Record<string, unknown>, settings: Settings): string {
  if (typeof model !== 'string' || model === '') throw invalidRequest('you must provide a model parameter');
  if (/no-such|not-exist|unknown/.test(model)) {
    throw new OpenaiError({
      http: 404,
      message: `The model \`${model}\` does not exist or you do not have access to it.`,
      type: 'invalid_request_error',
      code: 'model_not_found',
    });
  }
  if (!isReasoningModel(model) || settings.openaiLenient) return model;
  if (body['max_tokens'] !== undefined)
    throw invalidRequest(
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      'max_tokens',
      'unsupported_parameter',
    );
  if (body['temperature'] !== undefined && body['temperature'] !== null && body['temperature'] !== 1)
    throw invalidRequest(
      "Unsupported value: 'temperature' does not support this value with this model. " +
        'Only the default (1) value is supported.',
      'temperature',
      'unsupported_value',
    );
  return model;
}

/** Writes the answer: the same request gives the same text. */
export function complete(request: Request): Completion {
  const prompt = request.messages.map((message) => message.text).join('\n');
  const promptTokens = tokensOf(prompt) + request.messages.length * 4;
  if (promptTokens > CONTEXT_TOKENS)
    throw invalidRequest(
      `This model's maximum context length is ${CONTEXT_TOKENS} tokens. ` +
        `However, your messages resulted in ${promptTokens} tokens.`,
      'messages',
      'context_length_exceeded',
    );
  const seed = createHash('sha256')
    .update(JSON.stringify([request.messages, request.format, request.variation]))
    .digest('hex');
  const whole = write(request, seed);
  const limit = request.maxTokens ?? Infinity;
  const isCutOff = tokensOf(whole) > limit;
  const text = isCutOff ? whole.slice(0, Math.floor(limit * 4)) : whole;
  return {
    id: seed.slice(0, 24),
    text,
    refusal: null,
    finishReason: isCutOff ? 'length' : 'stop',
    promptTokens,
    completionTokens: tokensOf(text),
    model: request.model,
  };
}

/** The smallest models forget of every other request which language and how many words it asks for. */
function asUnderstood(wish: Wish, model: string, messages: readonly ChatMessage[]): Wish {
  const isForgotten = /\bnano$/.test(model) && chanceFrom(`forgets ${JSON.stringify(messages)}`)() < 0.5;
  return isForgotten ? { ...wish, language: 'english', minWords: 20, maxWords: 40 } : wish;
}

function write({ model, messages, format, obeys = false }: Request, seed: string): string {
  const heard = hear(messages);
  const takeover = obeys ? takeoverIn(heard.orders) : null;
  const asked = asUnderstood(readWish([...heard.orders]), model, messages);
  const about = heard.source.length === 0 ? asked : aboutSource(asked, heard.source);
  const wish = takeover === null ? about : { ...asked, said: obeying(takeover, messages) };
  if (format.type === 'text') return rewritten(messages, seed) ?? writePost(wish, seed);
  if (format.type === 'json_object')
    return JSON.stringify({ title: writeTitle(wish, seed), body: writePost(wish, seed) });
  const written = writeValue(format.schema, wish, seed);
  return JSON.stringify(isVoice(format.schema) ? { ...(written as object), ...voiceIn(heard.posts) } : written);
}

/** The same call with another answer, as a fault has it. */
export function answered(completion: Completion, answer: AiAnswer | null): Completion {
  if (answer === null) return completion;
  const text = answer.refusal === null ? (answer.text ?? completion.text) : '';
  return {
    ...completion,
    text,
    refusal: answer.refusal,
    finishReason: answer.finishReason,
    completionTokens: tokensOf(text + (answer.refusal ?? '')),
  };
}

/** Text of a message whose content may be a string or parts. */
export function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return '';
  return (content as { text?: unknown }[]).map((part) => (typeof part.text === 'string' ? part.text : '')).join('\n');
}

/** Pieces of a text, as a stream would bring them. */
export function chunksOf(text: string): string[] {
  return text.match(/\S+\s*/g) ?? [text];
}
