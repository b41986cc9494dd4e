import * as z from 'zod';
import type { SecretBox, SecretPlace } from '../../db/secrets.ts';
import type { RequestFacts } from '../../http/handle.ts';

/** Whom Facebook has vouched for. */
export interface ProvenPerson {
  readonly facebookId: string;
  readonly name: string;
}

/** Long enough to ask somebody for a code. */
const MINUTES = 60;
const PLACE: SecretPlace = { table: 'cookies', column: 'pending_login', row: '' };
const Kept = z.object({ facebookId: z.string(), name: z.string(), until: z.number() });

/**
 * The person who has logged in at Facebook in this browser and is not invited yet, in a sealed cookie: an invitation
 * code is redeemed for them and for nobody else.
 */
export function pendingLogins({ secrets, publicUrl }: { secrets: SecretBox; publicUrl: string }) {
  const cookieName = `${publicUrl.startsWith('https:') ? '__Host-' : ''}pagecast_pending_login`;

  return {
    remember({ cookies }: Pick<RequestFacts, 'cookies'>, { facebookId, name }: ProvenPerson): void {
      const maxAgeMs = MINUTES * 60_000;
      cookies.set(cookieName, secrets.seal(JSON.stringify({ facebookId, name, until: Date.now() + maxAgeMs }), PLACE), {
        maxAgeMs,
      });
    },

    /** @returns null when nobody has logged in lately */
    find({ cookies }: Pick<RequestFacts, 'cookies'>): ProvenPerson | null {
      const sealed = cookies.get(cookieName);
      if (sealed === undefined) return null;
      const kept = Kept.safeParse(opened(sealed));
      return kept.success && kept.data.until > Date.now()
        ? { facebookId: kept.data.facebookId, name: kept.data.name }
        : null;
    },

    forget({ cookies }: Pick<RequestFacts, 'cookies'>): void {
      if (cookies.get(cookieName) !== undefined) cookies.set(cookieName, null, {});
    },
  };

  /** Nothing of what we did not seal. */
  function opened(sealed: string): unknown {
    try {
      return JSON.parse(secrets.open(sealed, PLACE));
    } catch {
      return null;
    }
  }
}
export type PendingLogins = ReturnType<typeof pendingLogins>;
