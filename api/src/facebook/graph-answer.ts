import * as z from 'zod';
import { GraphError, GraphTransportError, type GraphErrorDetails } from './graph-errors.ts';
import { readUsage } from './graph-usage.ts';
import { excerptOf } from './raw-answer.ts';

/** An answer as it came. */
export interface Received {
  readonly response: Response;
  readonly body: string;
  /** Undefined where the body is none. */
  readonly json: unknown;
  /** What the call carried, never to be kept. */
  readonly secrets: readonly string[];
}

type Said = Pick<GraphErrorDetails, 'code' | 'subcode' | 'message' | 'userMessage' | 'fbtraceId' | 'data'> & {
  readonly isTransient: boolean;
  readonly isUsual: boolean;
};

const text = z.string().optional().catch(undefined);
/** Facebook writes numbers as text now and then. */
const number = z
  .union([
    z.int(),
    z
      .string()
      .regex(/^-?\d{1,15}$/)
      .transform(Number),
  ])
  .optional()
  .catch(undefined);

/** The names that its APIs, old and new, have for the parts of an error. */
const Parts = z.object({
  message: text,
  error_msg: text,
  error_message: text,
  error_description: text,
  code: number,
  error_code: number,
  error_subcode: number,
  subcode: number,
  error_user_msg: text,
  fbtrace_id: text,
  is_transient: z.boolean().optional().catch(undefined),
  error_data: z.unknown().optional(),
});

/**
 * Judged by content, never by status or content type: a 200 can carry an error, an error can come as text/javascript.
 * @throws GraphError or GraphTransportError
 */
export function readAnswer<Answer>(
  call: { readonly path: string; readonly answer: z.ZodType<Answer> },
  received: Received,
): Answer {
  const { response, json } = received;
  const said = errorIn(json);
  if (said !== null) throw errorOf(said, received);
  const answer = call.answer.safeParse(json);
  if (!response.ok || !answer.success) throw strangeAnswer(call.path, received);
  return answer.data;
}

/** Neither a success nor an error that says what it is. */
function strangeAnswer(path: string, { response, body, secrets }: Received): GraphTransportError {
  return new GraphTransportError(
    `Facebook's answer to ${path} (HTTP ${response.status}) is not what it should be`,
    response.status,
    { raw: excerptOf(body, secrets) },
  );
}

function errorOf({ isTransient, isUsual, ...said }: Said, { response, body, secrets }: Received): GraphError {
  return new GraphError(
    {
      ...said,
      message: excerptOf(said.message, secrets),
      userMessage: said.userMessage === null ? null : excerptOf(said.userMessage, secrets),
      fbtraceId: said.fbtraceId ?? response.headers.get('x-fb-trace-id'),
      httpStatus: response.status,
      regainMinutes: Math.max(0, ...readUsage(response.headers, null).map((usage) => usage.regainMinutes ?? 0)) || null,
      ...(isUsual ? {} : { raw: excerptOf(body, secrets) }),
    },
    {
      // Where nothing else tells, a server in trouble does.
      ifUnknown: isTransient || (said.code === 0 && response.status >= 500) ? 'transient' : 'unknown',
    },
  );
}

/** The error that an answer carries, in whichever of Facebook's forms; null when it carries none. */
function errorIn(json: unknown): Said | null {
  if (!isObject(json)) return null;
  const { error } = json;
  if (isObject(error)) return saidIn(error, true);
  if (typeof error === 'number' && error !== 0) return saidIn({ code: error, ...json });
  if ((typeof error === 'string' && error !== '') || error === true)
    return saidIn({ message: typeof error === 'string' ? error : undefined, ...json });
  const { code = 0, error_code: errorCode = 0, message, error_msg: errorText } = Parts.parse(json);
  if (errorCode !== 0 || errorText !== undefined) return saidIn(json);
  // A post has a message too, but what is there has an id, and a list has data.
  const isFlat = code !== 0 && message !== undefined && !('id' in json) && !('data' in json);
  return isFlat ? saidIn(json) : null;
}

function saidIn(error: Record<string, unknown>, isInEnvelope = false): Said {
  const parts = Parts.parse(error);
  const message = parts.message ?? parts.error_msg ?? parts.error_message ?? parts.error_description ?? '';
  const [, code, subcode] = /^\(#(\d{1,9})(?:\/(\d{1,9}))?\)/.exec(message) ?? [];
  return {
    // Without a code of its own, Facebook often puts it at the head of its words.
    code: parts.code ?? parts.error_code ?? Number(code ?? 0),
    subcode: parts.error_subcode ?? parts.subcode ?? (subcode === undefined ? null : Number(subcode)),
    message,
    userMessage: parts.error_user_msg || null,
    fbtraceId: parts.fbtrace_id ?? null,
    data: parts.error_data,
    isTransient: parts.is_transient === true,
    isUsual: isInEnvelope && parts.code !== undefined && parts.message !== undefined,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
