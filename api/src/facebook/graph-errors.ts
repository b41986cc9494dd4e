import type { FileFlaw } from '../contract/problems.ts';
/**
 * What an error of the Graph API means for the work at hand.
 * - `transient`: try again; after a write nobody knows whether it took effect
 * - `rate-limited`: wait, without spending an attempt
 * - `auth`: the person must log in again
 * - `permission`: a permission or the role on the page is missing
 * - `blocked`: Facebook holds the page or the person
 * - `bad`: this content or request will never pass
 * - `duplicate`: Facebook has this content already
 * - `unknown`: no row of the table; after a write as unclear as `transient`
 */
export type GraphErrorKind =
  | 'transient'
  | 'rate-limited'
  | 'auth'
  | 'permission'
  | 'blocked'
  | 'bad'
  | 'duplicate'
  | 'unknown';

/** Whose calls a rate limit stops. */
export type LimitScope = 'app' | 'user' | 'page';

interface Row {
  readonly codes: readonly [first: number, last: number];
  /** The row holds for these subcodes only; without the field, for every subcode that no other row names. */
  readonly subcodes?: readonly number[];
  readonly kind: GraphErrorKind;
  readonly scope?: LimitScope;
}

const code = (value: number): readonly [number, number] => [value, value];

/** Rows with subcodes stand before the row of their code alone: the first match counts. */
export const GRAPH_ERROR_ROWS: readonly Row[] = [
  // No code at all, but a subcode that belongs to no other.
  { codes: code(0), subcodes: [458, 459, 460, 463, 464, 467], kind: 'auth' },
  { codes: code(0), subcodes: [492], kind: 'permission' },
  { codes: code(1), kind: 'transient' },
  { codes: code(2), kind: 'transient' },
  { codes: code(3), kind: 'bad' },
  { codes: code(4), kind: 'rate-limited', scope: 'app' },
  { codes: code(17), kind: 'rate-limited', scope: 'user' },
  { codes: code(32), kind: 'rate-limited', scope: 'page' },
  { codes: code(341), kind: 'rate-limited', scope: 'app' },
  { codes: code(613), kind: 'rate-limited', scope: 'app' },
  { codes: code(80001), kind: 'rate-limited', scope: 'page' },
  { codes: [80000, 80014], kind: 'rate-limited', scope: 'page' },
  { codes: code(10), kind: 'permission' },
  { codes: [200, 299], kind: 'permission' },
  { codes: code(33), kind: 'bad' },
  { codes: code(100), kind: 'bad' },
  { codes: code(803), kind: 'bad' },
  { codes: code(102), kind: 'auth' },
  { codes: code(104), kind: 'auth' },
  { codes: code(190), subcodes: [492], kind: 'permission' },
  { codes: code(190), kind: 'auth' },
  { codes: code(368), subcodes: [1404082], kind: 'duplicate' },
  { codes: code(368), subcodes: [1404102, 1346003], kind: 'bad' },
  { codes: code(368), subcodes: [1404078], kind: 'permission' },
  { codes: code(368), kind: 'blocked' },
  { codes: code(506), kind: 'duplicate' },
  { codes: code(1609005), kind: 'bad' },
  { codes: code(1609008), kind: 'bad' },
  { codes: code(1366046), kind: 'bad' },
  { codes: code(1366051), kind: 'duplicate' },
  { codes: code(324), kind: 'bad' },
  { codes: code(352), kind: 'bad' },
  { codes: code(382), kind: 'bad' },
  { codes: code(1363030), kind: 'transient' },
  { codes: code(1363037), kind: 'transient' },
  { codes: code(1363040), kind: 'bad' },
  { codes: [1363127, 1363129], kind: 'bad' },
  { codes: code(2500), kind: 'bad' },
  { codes: code(2635), kind: 'bad' },
];

/** What `errorCode` and `subcode` mean; never judged by HTTP status or text, which Facebook changes freely. */
export function classify(
  errorCode: number,
  subcode: number | null,
): { kind: GraphErrorKind; scope: LimitScope | null } {
  const row = GRAPH_ERROR_ROWS.find(
    ({ codes: [first, last], subcodes }) =>
      errorCode >= first &&
      errorCode <= last &&
      (subcodes === undefined || (subcode !== null && subcodes.includes(subcode))),
  );
  return { kind: row?.kind ?? 'unknown', scope: row?.scope ?? null };
}

export interface GraphErrorDetails {
  /** 0 when Facebook named none. */
  readonly code: number;
  readonly subcode: number | null;
  readonly message: string;
  /** Facebook's own sentence for the person; null when it gave none. */
  readonly userMessage: string | null;
  readonly fbtraceId: string | null;
  readonly httpStatus: number;
  /** Minutes until calls are taken again, when Facebook said so. */
  readonly regainMinutes: number | null;
  /** `error_data` as it came: an object, or JSON in a string. */
  readonly data?: unknown;
  /** The beginning of an answer that came in an unusual form, without secrets. */
  readonly raw?: string;
}

/** What an error means where that does not follow from its code. */
interface Known {
  readonly kind?: GraphErrorKind;
  /** Instead of `unknown`. */
  readonly ifUnknown?: GraphErrorKind;
}

/** Facebook's answer was an error, in whichever form. */
export class GraphError extends Error {
  override readonly name = 'GraphError';
  readonly details: GraphErrorDetails;
  readonly kind: GraphErrorKind;
  readonly scope: LimitScope | null;
  /** What is wrong with a file of ours, where that is why. */
  readonly flaw: FileFlaw | undefined;

  constructor(details: GraphErrorDetails, { kind, ifUnknown = 'unknown' }: Known = {}) {
    super(`(#${details.code}${details.subcode === null ? '' : `/${details.subcode}`}) ${details.message}`);
    this.details = details;
    const row = classify(details.code, details.subcode);
    this.kind = kind ?? (row.kind === 'unknown' ? ifUnknown : row.kind);
    this.scope = kind === undefined ? row.scope : null;
  }

  /** What is kept of it, for support. */
  get record(): Readonly<Record<string, unknown>> {
    return { ...this.details };
  }

  /**
   * Facebook knows the token and not the secret of our app, with which the call is signed. It has no code of its own
   * for that: the parameter that it names is what tells.
   */
  get isOfAppSecret(): boolean {
    return this.details.code === 100 && this.details.message.includes('appsecret_proof');
  }

  /** The object does not exist, or this token may not see it. */
  get isGone(): boolean {
    return this.details.code === 33 || (this.details.code === 100 && this.details.subcode === 33);
  }
}

/**
 * Facebook took a file and then could not use it. It says so in the state of the object rather than in an error,
 * so `code` is 0 unless the state names one. `flaw`: it is known what is wrong, and in which words that is told.
 */
export class MediaRefusedError extends GraphError {
  readonly isOfFile = true;
  override readonly flaw: FileFlaw | undefined;

  constructor(
    reason: string,
    { code = 0, httpStatus = 200, flaw }: { code?: number; httpStatus?: number; flaw?: FileFlaw } = {},
  ) {
    super(
      { code, subcode: null, message: reason, userMessage: reason, fbtraceId: null, httpStatus, regainMinutes: null },
      { kind: 'bad' },
    );
    this.flaw = flaw;
  }
}

/**
 * No usable answer: a timeout, a cut line, a page of HTML, or a success without what it should hold.
 * After a write the outcome is unknown: it must be looked up, never sent again blindly.
 */
export class GraphTransportError extends Error {
  override readonly name = 'GraphTransportError';
  readonly kind = 'transient';
  readonly httpStatus: number | null;
  /** The beginning of what came, without secrets; null when nothing did. */
  readonly raw: string | null;

  constructor(
    message: string,
    httpStatus: number | null,
    { raw = null, ...options }: ErrorOptions & { readonly raw?: string | null } = {},
  ) {
    super(message, options);
    this.httpStatus = httpStatus;
    this.raw = raw;
  }

  /** What is kept of it, for support. */
  get record(): Readonly<Record<string, unknown>> {
    const { message, httpStatus, raw } = this;
    return { message, httpStatus, ...(raw === null ? {} : { raw }) };
  }
}

/** Facebook holds other bytes of a file than we thought: the upload goes on somewhere else. */
export class OffsetConflictError extends GraphTransportError {}

/** Either way of a call not to succeed. */
export function isGraphFailure(error: unknown): error is GraphError | GraphTransportError {
  return error instanceof GraphError || error instanceof GraphTransportError;
}
