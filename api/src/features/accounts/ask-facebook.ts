import { GraphError, GraphTransportError } from '../../facebook/graph-errors.ts';
import { UpstreamError } from '../../http/errors.ts';
import { FACEBOOK_PERMISSIONS } from '../../contract/session.ts';
import type { FacebookApp } from '../../facebook/graph-client.ts';
import type { Patience } from '../../facebook/patience.ts';
import { ForbiddenError, InvalidInputError, UnauthorizedError, UnavailableError } from '../../http/errors.ts';
import type { Person } from '../users/users.repository.ts';
import type { Deps } from './login.service.ts';

/** What Facebook vouches for at a login: the token, the person and what they granted. */
export function askingFacebook({ facebookAccounts }: Deps) {
  async function askFacebook(app: FacebookApp, claim: { userId: string; accessToken: string }, waiting: Patience) {
    const seen = await fromFacebook(
      () => facebookAccounts.inspect(app, claim.accessToken, waiting),
      (error) => {
        // This call is signed with our own credentials: it is they that are not accepted.
        if (error.kind === 'auth')
          throw new UnavailableError(
            "Facebook doesn't accept our app. An administrator needs to check its ID and secret in the Admin " +
              'Panel, or FB_APP_ID and FB_APP_SECRET on the server.',
            {},
            { cause: error },
          );
      },
    );
    if (!seen.isValid || seen.appId !== app.appId || seen.userId !== claim.userId) {
      throw new UnauthorizedError("Facebook didn't confirm this login. Please log in again.");
    }
    const missing = FACEBOOK_PERMISSIONS.filter((permission) => !seen.scopes.includes(permission));
    if (missing.length > 0) {
      throw new ForbiddenError(
        `Facebook didn't grant ${missing.join(', ')}. Log in again and leave every permission ticked.`,
        { missingPermissions: missing },
      );
    }
    const token = await fromFacebook(() => facebookAccounts.extend(app, claim.accessToken, waiting));
    const me = await fromFacebook(() => facebookAccounts.me(app, token.value, waiting));
    if (me.id !== claim.userId)
      throw new InvalidInputError('userID: is not the account of this login', {
        issues: [{ path: 'userID', message: 'Is not the account of this login' }],
      });
    return { token, seen, person: personOf(me) };
  }

  return { askFacebook };
}

function personOf(me: {
  id: string;
  name: string;
  first_name?: string | undefined;
  last_name?: string | undefined;
  email?: string | undefined;
}): Person {
  const [first = me.name, ...rest] = me.name.split(' ');
  return {
    facebookId: me.id,
    name: me.name,
    firstName: me.first_name ?? first,
    lastName: me.last_name ?? rest.join(' '),
    email: me.email ?? null,
  };
}

/** Facebook's refusals and silences at login, in words. */
export async function fromFacebook<T>(
  ask: () => Promise<T>,
  explain: (error: GraphError) => void = () => {},
): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof GraphTransportError)
      throw new UpstreamError(
        "Facebook isn't responding right now. Please try again in a minute.",
        {},
        { cause: error },
      );
    if (!(error instanceof GraphError)) throw error;
    explain(error);
    if (error.kind === 'auth' || error.kind === 'permission')
      throw new UnauthorizedError("Facebook didn't confirm this login. Please log in again.", {}, { cause: error });
    if (error.kind === 'rate-limited')
      throw new UnavailableError(
        "Facebook is limiting Pagecast's requests for a while. Please try again later.",
        {},
        { cause: error },
      );
    throw new UpstreamError(
      "Facebook couldn't complete the login. Please try again in a minute.",
      {},
      { cause: error },
    );
  }
}
