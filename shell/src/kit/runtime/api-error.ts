import type { ErrorBody } from '@pagecast/api/contract';

const UNREACHABLE = "We can't reach Pagecast. Check your connection and try again.";
const LATE = "Pagecast didn't answer in time. Check your connection and try again.";

/** An answer that is not a success, or none at all (status 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly body: ErrorBody | null;
  /**
   * What happened, for people: the server's sentence; empty when the answer has none (a proxy's page), and the screen
   * has its own.
   */
  readonly reason: string;
  readonly requestId: string | null;

  /** `message` is the transport text: status, colon, body. Source: spec section 8. */
  constructor(
    message: string,
    details: { status: number; body: ErrorBody | null; reason: string; requestId: string | null },
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.status = details.status;
    this.body = details.body;
    this.reason = details.reason;
    this.requestId = details.requestId;
  }

  static unreachable(cause: unknown): ApiError {
    return ApiError.#unanswered(UNREACHABLE, cause);
  }

  static late(cause: unknown): ApiError {
    return ApiError.#unanswered(LATE, cause);
  }

  static #unanswered(reason: string, cause: unknown): ApiError {
    return new ApiError(reason, { status: 0, body: null, reason, requestId: null }, { cause });
  }

  /** For an answer that failed after it had begun; `text` is the body that it would have had. */
  static inStream(response: Response, text: string): ApiError {
    const body = readBody(text);
    return new ApiError(text, {
      status: 502,
      body,
      reason: body?.message ?? '',
      requestId: response.headers.get('x-request-id'),
    });
  }

  static async fromResponse(response: Response): Promise<ApiError> {
    const text = await response.text().catch(() => '');
    const body = readBody(text);
    return new ApiError(`${response.status}: ${text || response.statusText}`, {
      status: response.status,
      body,
      reason: body?.message ?? '',
      requestId: response.headers.get('x-request-id'),
    });
  }
}

/** Some refusals carry their sentence as `error`; both spellings are read. */
function readBody(text: string): ErrorBody | null {
  try {
    const given: unknown = JSON.parse(text);
    if (typeof given !== 'object' || given === null) return null;
    const fields = given as Record<string, unknown>;
    const message = [fields['message'], fields['error']].find((value) => typeof value === 'string' && value !== '');
    return {
      ...fields,
      message: typeof message === 'string' ? message : '',
      code: typeof fields['code'] === 'string' ? fields['code'] : '',
    };
  } catch {
    return null;
  }
}

/**
 * The sentence to show for whatever was thrown. Reads the shape, not the class: an error may come from another bundle's
 * copy.
 */
export function reasonOf(error: unknown, fallback: string): string {
  if (
    typeof error === 'object' &&
    error !== null &&
    'reason' in error &&
    typeof error.reason === 'string' &&
    error.reason !== ''
  )
    return error.reason;
  return fallback;
}

/** The status of an error from any bundle's copy of `ApiError`; null for anything else. */
export function statusOf(error: unknown): number | null {
  return error instanceof Error && error.name === 'ApiError' && 'status' in error && typeof error.status === 'number'
    ? error.status
    : null;
}
