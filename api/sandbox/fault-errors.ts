import type { SandboxContext } from './exchange.ts';
import type { FaultAction } from './fault-actions.ts';
import { graphErrorBody, httpStatusOf } from './graph/graph-error.ts';

type ErrorAction = Extract<FaultAction, { name: 'error' }>;

/** Answers with an error in the envelope of the service that was called. */
export function faultError(ctx: SandboxContext, action: ErrorAction): void {
  const { service } = ctx.state.exchange;
  const message = action.message;
  if (service === 'graph') {
    const code = Number(action.code ?? 2);
    ctx.status = action.http ?? httpStatusOf(code);
    ctx.body = graphErrorBody({
      code,
      subcode: action.subcode,
      message: message ?? `(#${code}) The sandbox was told to answer with this error.`,
      type: action.type,
      isTransient: action.is_transient ?? (code === 1 || code === 2 ? true : undefined),
      userTitle: action.error_user_title,
      userMessage: action.error_user_msg,
      data: action.error_data,
    });
  } else if (service === 'openai') {
    const http = action.http ?? OPENAI_STATUS[String(action.code)] ?? 500;
    ctx.status = http;
    ctx.body = {
      error: {
        message: message ?? 'The server had an error while processing your request.',
        type: action.type ?? openaiType(http, action.code),
        param: action.param ?? null,
        code: action.code ?? null,
      },
    };
  } else {
    ctx.status = action.http ?? 500;
    ctx.body = {
      error: {
        code: String(action.code ?? 'server_error'),
        message: message ?? 'The tech site could not handle this request.',
      },
    };
  }
  ctx.type = 'application/json; charset=UTF-8';
  for (const [name, value] of Object.entries(action.headers ?? {})) ctx.set(name, value);
}

const OPENAI_STATUS: Partial<Record<string, number>> = {
  invalid_api_key: 401,
  model_not_found: 404,
  context_length_exceeded: 400,
  content_policy_violation: 400,
  insufficient_quota: 429,
  rate_limit_exceeded: 429,
};

function openaiType(http: number, code: number | string | undefined): string {
  if (code === 'insufficient_quota') return 'insufficient_quota';
  if (http === 429) return 'requests';
  return http >= 500 ? 'server_error' : 'invalid_request_error';
}
