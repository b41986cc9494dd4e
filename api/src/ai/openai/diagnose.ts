import {
  APIConnectionError,
  APIConnectionTimeoutError,
  APIError,
  APIUserAbortError,
  AuthenticationError,
  BadRequestError,
  NotFoundError,
  PermissionDeniedError,
  RateLimitError,
} from 'openai/core/error';
import type { AiFailure } from '../../contract/automation-reasons.ts';
import { retryAfterSeconds } from '../../http/retry-after.ts';
import type { Diagnosis } from '../ai.ts';

/**
 * OpenAI's codes, and those of servers that speak like it. What they say counts under any status, and in the middle of
 * a stream.
 */
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

/** What an error of OpenAI's library says; null for another error. */
export function diagnose(error: Error): Diagnosis | null {
  if (!(error instanceof APIError)) return null;
  const saidSeconds = error.headers instanceof Headers ? retryAfterSeconds(error.headers) : null;
  return {
    failure: failureOf(error),
    isAnswered: typeof error.status === 'number',
    retryAfterSeconds: saidSeconds,
    isWorthAnotherCall: saidSeconds === null && isWorthAnotherCall(error),
    trace: { name: error.name, status: error.status, code: error.code, requestId: error.requestID },
  };
}

/**
 * A line that broke, or a server in trouble: not one that says when it takes calls again, and not a timeout, after
 * which nobody waits that long once more.
 */
function isWorthAnotherCall(error: APIError): boolean {
  if (error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError) return false;
  if (error.headers?.get('x-should-retry') === 'false') return false;
  return error instanceof APIConnectionError || (error.status !== undefined && error.status >= 408);
}

function failureOf(error: APIError): AiFailure {
  if (error instanceof APIConnectionTimeoutError || error instanceof APIUserAbortError) return 'slow';
  const said = REASONS[error.code ?? ''] ?? REASONS[error.type ?? ''];
  if (said !== undefined) return said;
  if (error.status === PAYMENT_REQUIRED) return 'quota';
  if (error instanceof AuthenticationError) return 'bad-key';
  if (error instanceof PermissionDeniedError || error instanceof NotFoundError) return 'no-model';
  if (error instanceof RateLimitError) return 'busy';
  return error instanceof BadRequestError ? 'bad-setup' : 'down';
}
