import type { Session, TokenGrant } from '../../http/session.ts';
import type { Proposer } from './proposal-writes.repository.ts';

/** What is to be known of whoever decides. */
export type Decider = Pick<
  Session,
  'userId' | 'environment' | 'onlyPages' | 'facebookId' | 'name' | 'impersonator' | 'token' | 'idHash'
>;

/** The token that makes a call; null for a person who is logged in. */
export const grantOf = (session: Pick<Session, 'token'>): TokenGrant | null => session.token;

export function proposerOf(session: Session): Proposer {
  const grant = grantOf(session);
  return {
    authorId: session.userId,
    personName: session.name,
    tokenId: grant?.id ?? null,
    tokenName: grant?.name ?? null,
  };
}

/** Whose hand it was, for the story of a proposal. */
export function handOf(session: Decider) {
  return {
    personName: session.impersonator?.name ?? session.name,
    isImpersonated: session.impersonator !== null,
    tokenName: grantOf(session)?.name ?? null,
  };
}
