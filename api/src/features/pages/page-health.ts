import { FACEBOOK_PERMISSIONS } from '../../contract/session.ts';
import type { GraphPageId } from '../../contract/ids.ts';
import type { TokenFacts } from '../../facebook/facebook-accounts.ts';
import { leftOut, missingPermissions, needsReconnect, needsRole, otherApp } from '../../problems/page-problems.ts';
import type { PageProblem } from '../../problems/problem.ts';

/** What a person must be allowed to do on a page so that posts go out there. */
export const PUBLISHING_TASK = 'CREATE_CONTENT';
/** Facebook's subcode for a person who lost their role on the page. */
const ROLE_LOST = 492;
/** Facebook's codes for a token that is no longer good; 0 where it named a subcode alone. */
const TOKEN_CODES = [0, 102, 190];

interface PageToJudge {
  /** Facebook's id. */
  readonly pageId: GraphPageId;
  readonly name: string;
  readonly canPublish: boolean;
}

/** Why posts would not go out on this page, as far as Facebook's word about its token tells; null when they would. */
export function problemOf(token: TokenFacts, page: PageToJudge, appId: string): PageProblem | null {
  if (token.isOtherApps || (token.appId !== null && token.appId !== appId)) return otherApp(page.name);
  if (!token.isValid) return token.subcode === ROLE_LOST ? needsRole(page.name) : needsReconnect(page.name);
  if (token.pageId !== null && token.pageId !== page.pageId) return needsReconnect(page.name);
  const missing = FACEBOOK_PERMISSIONS.filter((permission) => !token.scopes.includes(permission));
  if (missing.length > 0) return missingPermissions(page.name, missing);
  const isLeftOut = FACEBOOK_PERMISSIONS.some(
    (permission) => token.pagesOfScope.get(permission)?.includes(page.pageId) === false,
  );
  if (isLeftOut) return leftOut(page.name);
  return page.canPublish ? null : needsRole(page.name);
}

/**
 * Whether a token that is found good proves that a problem is over. One that Facebook named when it refused a post may
 * lie elsewhere: only a precise word about the token itself is outweighed by a later one.
 */
export function isOverWithGoodToken({ facebook }: PageProblem): boolean {
  return (
    facebook === undefined ||
    (TOKEN_CODES.includes(facebook.code) && facebook.subcode !== null && facebook.subcode !== ROLE_LOST)
  );
}
