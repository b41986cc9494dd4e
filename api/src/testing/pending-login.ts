import { secretBox } from '../db/secrets.ts';
import { pendingLogins, type ProvenPerson } from '../features/invitations/pending-login.ts';
import { someId, TEST_SECRET_KEY } from './builders.ts';

/** The cookie of a browser in which this person has logged in at Facebook, and was asked for an invitation. */
export function cookieOfStranger(
  { facebookId = someId(), name = 'A guest' }: Partial<ProvenPerson> = {},
  secretKey = TEST_SECRET_KEY,
): string {
  let cookie = '';
  const pending = pendingLogins({ secrets: secretBox(secretKey), publicUrl: 'http://localhost' });
  pending.remember(
    {
      cookies: {
        get: () => undefined,
        set: (key, value) => {
          cookie = `${key}=${value ?? ''}`;
        },
      },
    },
    { facebookId, name },
  );
  return cookie;
}
