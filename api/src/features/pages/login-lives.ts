import type { FacebookAccounts } from '../../facebook/facebook-accounts.ts';
import type { FacebookApp } from '../../facebook/graph-client.ts';
import { GraphError, isGraphFailure } from '../../facebook/graph-errors.ts';
import type { Patience } from '../../facebook/patience.ts';

/** Our own secret does not fit: nothing that the person could have ended. */
const BAD_SIGNATURE = 104;

/**
 * Whether Facebook still takes the person's own token. Where it does not say what it is good for, the token is used for
 * the simplest read there is, which needs no other call of ours to work.
 * @returns null when Facebook answers neither question, which proves nothing
 */
export async function loginLives(
  facebookAccounts: Pick<FacebookAccounts, 'inspect' | 'me'>,
  app: FacebookApp,
  token: string,
  waiting?: Patience,
): Promise<boolean | null> {
  try {
    return (await facebookAccounts.inspect(app, token, waiting)).isValid;
  } catch (error) {
    if (!isGraphFailure(error)) throw error;
  }
  try {
    await facebookAccounts.me(app, token, waiting);
    return true;
  } catch (error) {
    if (!isGraphFailure(error)) throw error;
    const isRefused = error instanceof GraphError && error.kind === 'auth' && error.details.code !== BAD_SIGNATURE;
    return isRefused ? false : null;
  }
}
