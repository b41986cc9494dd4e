import { createHash } from 'node:crypto';
import { IDEMPOTENCY_HEADER, type Endpoint } from '../contract/endpoint.ts';
import { InvalidInputError } from './errors.ts';

/** What a person wants done once, however often the call for it arrives. */
export interface IdempotencyKey {
  readonly key: string;
  /** Method and path of the contract. */
  readonly call: string;
  /** SHA-256 of what was asked. */
  readonly requestHash: Buffer;
}

const SHAPE = /^[\x21-\x7e]{1,255}$/;

/**
 * The key that a call carries; null where it carries none, or needs none.
 * @param header as it came, empty when it did not
 * @param input what was asked, after the door has read it; `media` is the hash of a file that came with it
 * @throws InvalidInputError for a key of another shape
 */
export function readIdempotencyKey(
  endpoint: Endpoint,
  header: string,
  input: { params: unknown; query: unknown; body: unknown; media?: string | undefined },
): IdempotencyKey | null {
  if (endpoint.idempotent !== true || header === '') return null;
  if (!SHAPE.test(header)) {
    throw InvalidInputError.of([
      { path: IDEMPOTENCY_HEADER, message: 'Must be 1 to 255 visible ASCII characters without spaces' },
    ]);
  }
  const asked = JSON.stringify([
    input.params,
    input.query,
    input.body,
    ...(input.media === undefined ? [] : [input.media]),
  ]);
  return {
    key: header,
    call: `${endpoint.method} ${endpoint.path}`,
    requestHash: createHash('sha256').update(asked).digest(),
  };
}
