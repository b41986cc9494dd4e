import * as z from 'zod';
import { GraphError, GraphTransportError } from './graph-errors.ts';
import { readUsage } from './graph-usage.ts';

const ErrorEnvelope = z.object({
  error: z.object({
    message: z.string().catch(''),
    code: z.number(),
    error_subcode: z.number().optional().catch(undefined),
    error_user_msg: z.string().optional().catch(undefined),
    fbtrace_id: z.string().optional().catch(undefined),
    error_data: z.unknown().optional(),
  }),
});

/**
 * Judged by content, never by status or content type: a 200 can carry an error, an error can come as text/javascript.
 * @throws GraphError or GraphTransportError
 */
export function readAnswer<Answer>(call: { readonly path: string; readonly answer: z.ZodType<Answer> }, response: Response, json: unknown): Answer {
  const failed = ErrorEnvelope.safeParse(json);
  if (failed.success) {
    const { error } = failed.data;
    throw new GraphError({
      code: error.code,
      subcode: error.error_subcode ?? null,
      message: error.message,
      userMessage: error.error_user_msg || null,
      fbtraceId: error.fbtrace_id ?? response.headers.get('x-fb-trace-id'),
      httpStatus: response.status,
      data: error.error_data,
      regainMinutes: Math.max(0, ...readUsage(response.headers, null).map((usage) => usage.regainMinutes ?? 0)) || null,
    });
  }
  const answer = call.answer.safeParse(json);
  if (!response.ok || !answer.success) {
    throw new GraphTransportError(`Facebook's answer to ${call.path} (HTTP ${response.status}) is not what it should be`, response.status);
  }
  return answer.data;
}

export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
