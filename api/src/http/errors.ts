export type Exposed = Readonly<Record<string, unknown>>;

/** An error whose message is for the person who made the call. */
export abstract class AppError extends Error {
  abstract readonly status: number;
  abstract readonly code: string;
  /** Fields the client may read, e.g. { requiresInvitation, facebookId, name }. Never secrets, never internals. */
  readonly expose: Exposed;
  /** When it is worth another try, where that is known. */
  readonly retryAfterSeconds?: number;

  constructor(message: string, expose: Exposed = {}, options?: ErrorOptions) {
    super(message, options);
    this.expose = expose;
  }
}

export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Every issue at once, so that nobody mends a form field by field. */
export class InvalidInputError extends AppError {
  override readonly name = 'InvalidInputError';
  readonly status = 400;
  readonly code = 'invalid_input';

  /** Names the first of them: whoever sends a hundred thousand wrong fields need not read so many lines. */
  static of(issues: readonly Issue[]): InvalidInputError {
    const named = issues
      .slice(0, ISSUES_NAMED)
      .map(({ path, message }) => ({ path: beginning(path), message: beginning(message) }));
    const others =
      issues.length > named.length ? [`and ${(issues.length - named.length).toLocaleString('en')} more`] : [];
    const first = [
      ...named.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)),
      ...others,
    ].join('; ');
    return new InvalidInputError(first, { issues: named });
  }
}

const ISSUES_NAMED = 20;
const ISSUE_CHARACTERS = 300;

function beginning(text: string): string {
  return text.length > ISSUE_CHARACTERS ? `${text.slice(0, ISSUE_CHARACTERS)}…` : text;
}

export class UnauthorizedError extends AppError {
  override readonly name = 'UnauthorizedError';
  readonly status = 401;
  readonly code = 'unauthorized';
}

export class ForbiddenError extends AppError {
  override readonly name = 'ForbiddenError';
  readonly status = 403;
  readonly code = 'forbidden';
}

/** Gone, or not the caller's: both look the same from outside. */
export class NotFoundError extends AppError {
  override readonly name = 'NotFoundError';
  readonly status = 404;
  readonly code = 'not_found';
}

export class MethodNotAllowedError extends AppError {
  override readonly name = 'MethodNotAllowedError';
  readonly status = 405;
  readonly code = 'method_not_allowed';
}

/** Somebody else was faster, or the thing is not in a state that allows this. */
export class ConflictError extends AppError {
  override readonly name = 'ConflictError';
  readonly status = 409;
  readonly code = 'conflict';
}

/** The sender stopped in the middle. */
export class RequestTimeoutError extends AppError {
  override readonly name = 'RequestTimeoutError';
  readonly status = 408;
  readonly code = 'request_timeout';
}

export class PayloadTooLargeError extends AppError {
  override readonly name = 'PayloadTooLargeError';
  readonly status = 413;
  readonly code = 'too_large';
}

export class UnsupportedMediaError extends AppError {
  override readonly name = 'UnsupportedMediaError';
  readonly status = 415;
  readonly code = 'unsupported_media';
}

/** Facebook, or another service, will not take this content. */
export class RefusedError extends AppError {
  override readonly name = 'RefusedError';
  readonly status = 422;
  readonly code = 'refused';
}

/** An `Idempotency-Key` that already stands for another request. */
export class ReusedKeyError extends AppError {
  override readonly name = 'ReusedKeyError';
  readonly status = 422;
  readonly code = 'idempotency_key_reused';
}

export class TooManyRequestsError extends AppError {
  override readonly name = 'TooManyRequestsError';
  readonly status = 429;
  readonly code = 'too_many_requests';
  override readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number, expose: Exposed = {}, options?: ErrorOptions) {
    super(message, expose, options);
    this.retryAfterSeconds = Math.max(1, Math.ceil(retryAfterSeconds));
  }
}

/** A service we depend on failed or gave no usable answer. */
export class UpstreamError extends AppError {
  override readonly name = 'UpstreamError';
  readonly status = 502;
  readonly code = 'upstream';
}

/** Something that this call needs is not set up or not there right now. */
export class UnavailableError extends AppError {
  override readonly name = 'UnavailableError';
  readonly status = 503;
  readonly code = 'unavailable';
}

/** The database is not there, or too busy: it may be back in a moment. */
export class DatabaseAwayError extends UnavailableError {
  override readonly retryAfterSeconds = 5;

  constructor(options?: ErrorOptions) {
    super("Pagecast can't reach its database right now. Please try again in a few seconds.", {}, options);
  }
}

/** The disk of the database is full. Reading goes on. */
export class DatabaseFullError extends UnavailableError {
  override readonly retryAfterSeconds = 60;

  constructor(options?: ErrorOptions) {
    super("Pagecast has no room left, so this wasn't saved. Please try again later, or tell support.", {}, options);
  }
}

/** More was asked for than the database could read in the time that a call has. */
export class TookTooLongError extends UnavailableError {
  override readonly retryAfterSeconds = 5;

  constructor(options?: ErrorOptions) {
    super(
      'This took too long and was stopped. Search for fewer or longer words, or choose a page or a shorter period.',
      {},
      options,
    );
  }
}

/** Nobody waits for the answer any more. */
export class CallerGoneError extends AppError {
  override readonly name = 'CallerGoneError';
  readonly status = 499;
  readonly code = 'gone';

  constructor(options?: ErrorOptions) {
    super('The caller has gone away.', {}, options);
  }
}

/** There is no room for what was sent, and nothing of it was kept. */
export class StorageFullError extends AppError {
  override readonly name = 'StorageFullError';
  readonly status = 507;
  readonly code = 'storage_full';

  constructor(options?: ErrorOptions) {
    super(
      "This server is out of space, so your file wasn't saved. Tell your administrator, or try a smaller file.",
      {},
      options,
    );
  }
}

/** No room is left, as we or the system of the disk say. */
export function isStorageFull(error: unknown): boolean {
  return (
    error instanceof StorageFullError || ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '')
  );
}
