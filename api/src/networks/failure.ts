/**
 * What an error of a network means for the work at hand.
 * - `transient`: a broken line, a timeout, a server error or an answer that makes no sense
 * - `unknown`: an error that nobody knows
 * - `rate-limited`: wait, without spending an attempt
 * - `auth`, `permission`: the owner has to do something about the page
 * - `blocked`: the network holds the page or the person
 * - `configuration`: an administrator has to act
 * - `bad`: this content or request will never pass
 * - `duplicate`: the network has this content already
 */
export type FailureKind =
  | 'transient'
  | 'unknown'
  | 'rate-limited'
  | 'auth'
  | 'permission'
  | 'blocked'
  | 'configuration'
  | 'bad'
  | 'duplicate';

/**
 * A call that did not do what it was asked. The client of each network throws its own errors, which tell this of
 * themselves.
 */
export interface Failure extends Error {
  readonly kind: FailureKind;
  /** What is kept of it, for support. Holds no secret. */
  readonly record: Readonly<Record<string, unknown>>;
  /** The network does not know the object that was asked for, or does not show it to us. */
  readonly isGone?: boolean;
  /** What the network made of a file that it had taken before: nothing that is said of the call itself. */
  readonly isOfFile?: boolean;
}

export function isFailure(error: unknown): error is Failure {
  return error instanceof Error && 'kind' in error && 'record' in error;
}

/** The call may or may not have taken effect. */
export function isUnclear({ kind }: Failure): boolean {
  return kind === 'transient' || kind === 'unknown';
}

/** The network does not know the object, or does not show it to us. */
export function isGone({ isGone: isObjectGone = false }: Failure): boolean {
  return isObjectGone;
}

/** The network says that it has this content already. */
export function isDuplicate({ kind }: Failure): boolean {
  return kind === 'duplicate';
}

/** Not let in at all, whatever the content: for want of a token, a key or a right, or because no calls are taken. */
export function isTurnedAway({ kind }: Failure): boolean {
  return ['auth', 'permission', 'configuration', 'rate-limited', 'blocked'].includes(kind);
}
