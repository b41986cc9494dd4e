import { AI_FAILURES, type AiFailure } from '../contract/automation-reasons.ts';
import { BodyTooLargeError } from '../http/bounded-body.ts';
import { AppError, TooManyRequestsError, RefusedError, UnavailableError, UpstreamError } from '../http/errors.ts';
import type { Usage } from './ai.ts';
import { aiFailureWords } from '../problems/english/ai-failure-words.ts';
import { inWords } from '../http/retry-after.ts';
import { PROVIDER } from './provider.ts';

/** A server that is busy and does not say for how long. */
const BUSY_SECONDS = 20;

/**
 * Whether a call that came to nothing is on the bill: it was answered, never got there or was turned away, or nobody
 * knows.
 */
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
  const said = typeof error === 'string' ? null : (PROVIDER.diagnose(error)?.retryAfterSeconds ?? null);
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

/** Whether the same call may go better a moment later. */
export function isWorthAnotherCall(error: Error): boolean {
  return PROVIDER.diagnose(error)?.isWorthAnotherCall === true && reasonOf(error) === 'down';
}

function reasonOf(error: Error): AiFailure {
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause)
    if (cause instanceof BodyTooLargeError) return 'too-much';
  if (error instanceof SyntaxError) return 'garbled';
  if (error.name === 'TimeoutError') return 'slow';
  return PROVIDER.diagnose(error)?.failure ?? 'down';
}

/** A connection that was never made. */
const NEVER_THERE = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);

function isPaid(error: AiFailure | Error): Payment['isPaid'] {
  if (error === 'no-key') return 'no';
  if (error === 'stopped') return 'maybe';
  if (typeof error === 'string') return 'yes';
  if (PROVIDER.diagnose(error)?.isAnswered === true) return 'no';
  for (let cause: unknown = error; cause instanceof Error; cause = cause.cause) {
    if (NEVER_THERE.has((cause as NodeJS.ErrnoException).code ?? '')) return 'no';
  }
  return 'maybe';
}

/** What support needs of a failure at the AI. Its message stays out of the log: it may hold part of the key. */
function withoutItsWords(error: AiFailure | Error): object {
  if (typeof error === 'string') return { reason: error };
  return PROVIDER.diagnose(error)?.trace ?? { name: error.name, error };
}
