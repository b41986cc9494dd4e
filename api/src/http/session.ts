import type { Owner } from '../db/owner.ts';
import type { GraphPageId, TokenId, UserId } from '../contract/ids.ts';
import type { TokenScope } from '../contract/token-scopes.ts';
import type { TokenKind, TokenTrust } from '../contract/tokens.ts';

/** An administrator who impersonates somebody. */
export interface Impersonator {
  readonly userId: UserId;
  readonly facebookId: string;
  readonly name: string;
  /** When the session is their own again, by itself. */
  readonly until: Date;
}

/** What a token lets a program do in its person's name. */
export interface TokenGrant {
  readonly id: TokenId;
  readonly name: string;
  readonly kind: TokenKind;
  readonly scopes: readonly TokenScope[];
  /** null: every page. */
  readonly pageIds: readonly GraphPageId[] | null;
  /** Nothing that it writes goes out before a person has approved it. */
  readonly needsApproval: boolean;
  readonly trust: TokenTrust | null;
}

/** Who makes this call, as the database says at this moment. */
export interface Session extends Owner {
  readonly facebookId: string;
  readonly name: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string | null;
  /** The zone the person chose; null while the zone of their browser counts. */
  readonly timeZone: string | null;
  /** The zone of the browser they last logged in with; null when it told none. */
  readonly browserTimeZone: string | null;
  /** They have not put the dashboard's list of first steps away. */
  readonly areFirstStepsOpen: boolean;
  /** How far apart their posts stay on a page. */
  readonly spacingMinutes: number;
  /** False while impersonating, whoever that is. */
  readonly isAdmin: boolean;
  /** Who it really is, when an administrator acts in this person's place. */
  readonly impersonator: Impersonator | null;
  /** The program that makes the call with a token of theirs; null: they are logged in themselves. */
  readonly token: TokenGrant | null;
  /** Names the session's row; never leaves the server. Of a token's call there is no such row. */
  readonly idHash: Buffer;
}

export const SESSION_STATE = 'session';
