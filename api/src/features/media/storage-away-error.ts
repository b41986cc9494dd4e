import { UnavailableError } from '../../http/errors.ts';
import type { Failure } from '../../networks/failure.ts';

/** Files lie elsewhere, and that place does not answer, or not as it should. It may in a moment. */
export class StorageAwayError extends UnavailableError implements Failure {
  override readonly retryAfterSeconds = 10;
  /** A post that waits for its file is tried again. */
  readonly kind = 'transient';

  constructor(options?: ErrorOptions) {
    super("Pagecast can't reach its file storage right now. Please try again in a minute.", {}, options);
  }

  get record(): Readonly<Record<string, unknown>> {
    const { cause } = this;
    return { message: 'The file storage did not answer', because: cause instanceof Error ? cause.name : null };
  }
}
