import OpenAI from 'openai';
import { AppError, TooManyRequestsError, RefusedError, UnavailableError, UpstreamError } from '../../http/errors.ts';
import type { Usage } from '../ai-calls/cost.ts';

const SENTENCES = {
  'no-key': 'No AI key is set up. Ask your administrator to add one.',
  'bad-key': 'The AI key is not accepted. Ask your administrator to check it.',
  'no-model': 'The AI model that is set up cannot be used. Ask your administrator to check it.',
  quota: 'The AI account has run out of credit. Ask your administrator to top it up.',
  busy: 'The AI is busy right now. Wait a moment and try again.',
  'bad-setup': 'The AI does not take our request as it is set up. Ask your administrator to check it.',
  'too-long': 'The request is too long for the AI. Shorten it and try again.',
  refused: 'The AI declined to write about this. Change the topic and try again.',
  empty: 'The AI sent back an empty text. Try again, or change the topic.',
  unusable: 'The AI sent back something that is not an article. Try again.',
  'cut-off': 'The text was cut off before it was finished. Try again, or ask for a shorter one.',
  'broken-off': 'The AI stopped in the middle of the text. Try again.',
  stopped: 'Writing was stopped before the text was finished.',
  slow: 'The AI took too long to answer. Try again.',
  down: 'The AI does not answer right now. Try again in a minute.',
} as const;
type Reason = keyof typeof SENTENCES;

const POLICY_CODES = new Set(['content_policy_violation', 'content_filter']);

/** Whether a call that came to nothing is on the bill: it was answered, never got there or was turned away, or nobody knows. */
export interface Payment {
  readonly isPaid: 'yes' | 'no' | 'maybe';
  readonly usage: Usage | null;
}

/** What this failure of the AI costs; of another failure nobody knows. */
export function paymentOf(error: unknown): Payment {
  const said = error instanceof AppError ? (error.cause as { payment?: Payment } | undefined)?.payment : undefined;
  return said ?? { isPaid: 'maybe', usage: null };
}

/**
 * What went wrong at the AI, in words for people. Its own message stays inside: it may hold part of the key.
 * @param usage of an answer that is of no use
 */
export function sentenceFor(error: Reason | Error, usage: Usage | null = null): AppError {
  const reason = typeof error === 'string' ? error : reasonOf(error);
  const message = SENTENCES[reason];
  const expose = { code: reason };
  const options = { cause: { ...withoutItsWords(error), payment: { isPaid: isPaid(error), usage } satisfies Payment } };
  switch (reason) {
    case 'busy': return new TooManyRequestsError(message, retryAfterSeconds(error), expose, options);
    case 'no-key': case 'bad-key': case 'no-model': case 'bad-setup': case 'quota': return new UnavailableError(message, expose, options);
    case 'refused': case 'too-long': return new RefusedError(message, expose, options);
    default: return new UpstreamError(message, expose, options);
  }
}

function reasonOf(error: Error): Reason {
  if (error instanceof OpenAI.APIConnectionTimeoutError || error.name === 'TimeoutError') return 'slow';
  if (error instanceof OpenAI.APIUserAbortError) return 'slow';
  if (error instanceof OpenAI.AuthenticationError) return 'bad-key';
  if (error instanceof OpenAI.PermissionDeniedError || error instanceof OpenAI.NotFoundError) return 'no-model';
  if (error instanceof OpenAI.RateLimitError) return error.code === 'insufficient_quota' ? 'quota' : 'busy';
  if (error instanceof OpenAI.BadRequestError) {
    if (error.code === 'context_length_exceeded') return 'too-long';
    return POLICY_CODES.has(error.code ?? '') ? 'refused' : 'bad-setup';
  }
  return 'down';
}

function retryAfterSeconds(error: unknown): number {
  const header = error instanceof OpenAI.APIError ? Number(error.headers?.get('retry-after')) : Number.NaN;
  return Number.isFinite(header) && header > 0 ? header : 20;
}

/** A connection that was never made. */
const NEVER_THERE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

function isPaid(error: Reason | Error): Payment['isPaid'] {
  if (typeof error === 'string') return error === 'no-key' ? 'no' : error === 'stopped' ? 'maybe' : 'yes';
  if (error instanceof OpenAI.APIError && error.status !== undefined) return 'no';
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (NEVER_THERE.has((cause as NodeJS.ErrnoException).code ?? '')) return 'no';
  }
  return 'maybe';
}

/** What support needs of a failure at the AI. Its message stays out of the log: it may hold part of the key. */
function withoutItsWords(error: Reason | Error): object {
  if (typeof error === 'string') return { reason: error };
  return error instanceof OpenAI.APIError ? { name: error.name, status: error.status, code: error.code, requestId: error.requestID } : { name: error.name, error };
}
