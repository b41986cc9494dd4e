import { createHash } from 'node:crypto';

/**
 * The `Idempotency-Key` of what somebody means: the same command again has the same one, whatever became of the first,
 * and in every shell.
 * @param intent all that makes it another wish: who, where, what, when
 */
export function intentKey(intent: readonly unknown[]): string {
  return `cli-${createHash('sha256').update(JSON.stringify(intent)).digest('base64url')}`;
}
