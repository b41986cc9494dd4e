import { UnavailableError } from '../http/errors.ts';

/** Nobody can log in or publish without an app. */
export function noFacebookApp(): UnavailableError {
  return new UnavailableError(
    'No Facebook app is set up here yet. ' +
      'An administrator can add one in the Admin Panel, or set FB_APP_ID and FB_APP_SECRET on the server.',
  );
}
