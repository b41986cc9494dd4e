import type { Owner } from '../db/owner.ts';

/** Who makes this call, as the database says at this moment. */
export interface Session extends Owner {
  readonly facebookId: string;
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  /** Where the person is, as their first screen told; null until then. */
  readonly timeZone: string | null;
  readonly isAdmin: boolean;
  /** Names the session's row; never leaves the server. */
  readonly idHash: Buffer;
}

export const SESSION_STATE = 'session';
