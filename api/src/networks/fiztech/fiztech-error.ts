/**
 * What an answer of the tech site means for the work at hand.
 * - `transient`: a broken line, a timeout, a server error or an answer that makes no sense; after a write nobody knows
 * whether it took effect
 * - `rate-limited`: wait, without spending an attempt
 * - `configuration`: the key or the address is wrong; an administrator has to act
 * - `bad`: this article will never pass
 */
export type FiztechErrorKind = 'transient' | 'rate-limited' | 'configuration' | 'bad';

/** The tech site did not do what it was asked. */
export class FiztechError extends Error {
  override readonly name = 'FiztechError';
  readonly kind: FiztechErrorKind;
  /** null when there was no answer. */
  readonly httpStatus: number | null;
  /** Seconds to wait, when the site said so. */
  readonly retryAfterSeconds: number | null;

  constructor(
    message: string,
    facts: { kind: FiztechErrorKind; httpStatus: number | null; retryAfterSeconds?: number | null },
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.kind = facts.kind;
    this.httpStatus = facts.httpStatus;
    this.retryAfterSeconds = facts.retryAfterSeconds ?? null;
  }

  /** What is kept of it, for support. */
  get record(): Readonly<Record<string, unknown>> {
    return { message: this.message, httpStatus: this.httpStatus };
  }
}
