import { createHash, randomUUID } from 'node:crypto';

/**
 * The `Idempotency-Key` of what somebody means: the same command again has the same one, whatever became of the first,
 * and in every shell. Who means it once more says so.
 * @param intent all that makes it another wish: who, where, what, when
 */
export function intentKey(intent: readonly unknown[], isAgain: boolean): string {
  const meant = JSON.stringify([...intent, ...(isAgain ? [randomUUID()] : [])]);
  return `cli-${createHash('sha256').update(meant).digest('base64url')}`;
}
