import OpenAI from 'openai';
import { AI_FAILURES, type AiFailure } from '../../contract/automation-reasons.ts';
import { BodyTooLargeError } from '../../http/bounded-body.ts';
import { AppError, TooManyRequestsError, RefusedError, UnavailableError, UpstreamError } from '../../http/errors.ts';
import type { Usage } from '../ai-calls/cost.ts';
import { aiFailureWords } from '../../problems/ai-failure-words.ts';
import { inWords, retryAfterSeconds } from '../../http/retry-after.ts';

/** OpenAI's codes, and those of servers that speak like it. What they say counts under any status, and in the middle of a stream. */
const REASONS: Readonly<Record<string, AiFailure>> = {
  insufficient_quota: 'quota',
  billing_hard_limit_reached: 'quota',
  billing_not_active: 'quota',
  quota_exceeded: 'quota',
  insufficient_balance: 'quota',
  insufficient_credits: 'quota',
  rate_limit_exceeded: 'busy',
  invalid_api_key: 'bad-key',
  model_not_found: 'no-model',
  context_length_exceeded: 'too-long',
  content_policy_violation: 'refused',
  content_filter: 'refused',
};
const PAYMENT_REQUIRED = 402;
/** A server that is busy and does not say for how long. */
const BUSY_SECONDS = 20;

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

/** Which failure of the AI an error tells of; null for another error. */
export function failureOf({ expose }: AppError): AiFailure | null {
  return AI_FAILURES.find((failure) => failure === expose['code']) ?? null;
}

/** Seconds after which the AI takes calls again by its own word; null when it said nothing. */
export function cooldownOf(error: AppError): number | null {
  return (error.cause as { cooldownSeconds?: number | null } | undefined)?.cooldownSeconds ?? null;
}

/**
 * What went wrong at the AI, in words for people. Its own message stays inside: it may hold part of the key.
 * @param usage of an answer that is of no use
 */
export function sentenceFor(error: AiFailure | Error, usage: Usage | null = null): AppError {
  const reason = typeof error === 'string' ? error : reasonOf(error);
  const message = aiFailureWords(reason);
  const expose = { code: reason };
  const said = typeof error === 'string' ? null : saidRetryAfter(error);
  const options = {
    cause: {
      ...withoutItsWords(error),
      payment: { isPaid: isPaid(error), usage } satisfies Payment,
      cooldownSeconds: said,
    },
  };
  switch (reason) {
    case 'busy': {
      const seconds = said ?? BUSY_SECONDS;
      return new TooManyRequestsError(`${message} Try again ${inWords(seconds)}.`, seconds, expose, options);
    }
    case 'no-key':
    case 'bad-key':
    case 'no-model':
    case 'bad-setup':
    case 'quota':
      return new UnavailableError(message, expose, options);
    case 'refused':
    case 'too-long':
      return new RefusedError(message, expose, options);
    case 'down':
      return said === null ? new UpstreamError(message, expose, options) : new AiAwayError(said, expose, options);
    default:
      return new UpstreamError(message, expose, options);
  }
}

/** The AI's server says when it is back. */
class AiAwayError extends UnavailableError {
  override readonly retryAfterSeconds: number;

  constructor(seconds: number, expose: Record<string, unknown>, options: ErrorOptions) {
    super(`The AI isn't responding right now. Try again ${inWords(seconds)}.`, expose, options);
    this.retryAfterSeconds = seconds;
  }
}

/** A line that broke, or a server in trouble: not one that says when it takes calls again, and not a timeout, after which nobody waits that long once more. */
export function isWorthAnotherCall(error: Error): boolean {
  if (
    error instanceof OpenAI.APIConnectionTimeoutError ||
    error instanceof OpenAI.APIUserAbortError ||
    !(error instanceof OpenAI.APIError)
  )
    return false;
  if (error.headers?.get('x-should-retry') === 'false' || saidRetryAfter(error) !== null || reasonOf(error) !== 'down')
    return false;
  return error instanceof OpenAI.APIConnectionError || (error.status !== undefined && error.status >= 408);
}

function saidRetryAfter(error: Error): number | null {
  return error instanceof OpenAI.APIError && error.headers instanceof Headers ? retryAfterSeconds(error.headers) : null;
}

function reasonOf(error: Error): AiFailure {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof BodyTooLargeError) return 'too-much';
  if (error instanceof SyntaxError) return 'garbled';
  if (error instanceof OpenAI.APIConnectionTimeoutError || error.name === 'TimeoutError') return 'slow';
  if (error instanceof OpenAI.APIUserAbortError) return 'slow';
  if (!(error instanceof OpenAI.APIError)) return 'down';
  const said = REASONS[error.code ?? ''] ?? REASONS[error.type ?? ''];
  if (said !== undefined) return said;
  if (error.status === PAYMENT_REQUIRED) return 'quota';
  if (error instanceof OpenAI.AuthenticationError) return 'bad-key';
  if (error instanceof OpenAI.PermissionDeniedError || error instanceof OpenAI.NotFoundError) return 'no-model';
  if (error instanceof OpenAI.RateLimitError) return 'busy';
  return error instanceof OpenAI.BadRequestError ? 'bad-setup' : 'down';
}

/** A connection that was never made. */
const NEVER_THERE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

function isPaid(error: AiFailure | Error): Payment['isPaid'] {
  if (error === 'no-key') return 'no';
  if (error === 'stopped') return 'maybe';
  if (typeof error === 'string') return 'yes';
  if (error instanceof OpenAI.APIError && typeof error.status === 'number') return 'no';
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (NEVER_THERE.has((cause as NodeJS.ErrnoException).code ?? '')) return 'no';
  }
  return 'maybe';
}

/** What support needs of a failure at the AI. Its message stays out of the log: it may hold part of the key. */
function withoutItsWords(error: AiFailure | Error): object {
  if (typeof error === 'string') return { reason: error };
  return error instanceof OpenAI.APIError
    ? { name: error.name, status: error.status, code: error.code, requestId: error.requestID }
    : { name: error.name, error };
}
