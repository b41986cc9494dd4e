import { expect, test } from 'vitest';
import type { GraphPageId } from '../../contract/ids.ts';
import { FACEBOOK_PERMISSIONS } from '../../contract/session.ts';
import type { TokenFacts } from '../../facebook/facebook-accounts.ts';
import { isOverWithGoodToken, problemOf } from './page-health.ts';
import { problemWords } from '../../problems/english/problem-words.ts';
import { needsReconnect, needsRole } from '../../problems/page-problems.ts';

const page = { pageId: '55' as GraphPageId, name: 'Corner Bakery', canPublish: true };
const good: TokenFacts = {
  isValid: true,
  appId: '1',
  isOtherApps: false,
  userId: '7',
  pageId: '55' as GraphPageId,
  scopes: FACEBOOK_PERMISSIONS,
  pagesOfScope: new Map(FACEBOOK_PERMISSIONS.map((permission) => [permission, ['54', '55']])),
  expiresAt: null,
  dataAccessExpiresAt: null,
  subcode: null,
};
const allBut = (left: string) => FACEBOOK_PERMISSIONS.filter((permission) => permission !== left);

test.each<[string, Partial<TokenFacts>, string | null]>([
  ['with everything', {}, null],
  ['of a person', { pageId: null }, null],
  ['whose permissions hold for every page', { pagesOfScope: new Map() }, null],
  ['that expired', { isValid: false, subcode: 463 }, 'reconnect'],
  ['that is invalid without a reason', { isValid: false, subcode: null }, 'reconnect'],
  ['of somebody who lost their role', { isValid: false, subcode: 492 }, 'no_permission'],
  ['of another page', { pageId: '54' as GraphPageId }, 'reconnect'],
  ['of another app', { appId: '2' }, 'other_app'],
  ["that Facebook says is another app's", { isValid: false, isOtherApps: true, appId: null }, 'other_app'],
  ['that may not publish', { scopes: allBut('pages_manage_posts') }, 'missing_permissions'],
  ['that may not read', { scopes: allBut('pages_read_engagement') }, 'missing_permissions'],
  ['that may not list', { scopes: allBut('pages_show_list') }, 'missing_permissions'],
  ['that may publish on other pages only', { pagesOfScope: new Map([['pages_manage_posts', ['54']]]) }, 'left_out'],
])('a token %s', (_name, facts, code) => expect(problemOf({ ...good, ...facts }, page, '1')?.code ?? null).toBe(code));

test('a person without the right to create content needs it', () => {
  expect(problemOf(good, { ...page, canPublish: false }, '1')).toEqual(needsRole('Corner Bakery'));
});

test.each<[string, { code: number; subcode: number | null } | undefined, boolean]>([
  ['our own finding', undefined, true],
  ['an expired token', { code: 190, subcode: 463 }, true],
  ['a token refused without a reason', { code: 190, subcode: null }, false],
  ['a lost role', { code: 190, subcode: 492 }, false],
  ['a missing permission', { code: 200, subcode: null }, false],
])('a token that is found good outweighs %s: %j -> %s', (_name, facebook, isOver) => {
  expect(
    isOverWithGoodToken({
      ...needsReconnect('Corner Bakery'),
      ...(facebook === undefined ? {} : { facebook: { ...facebook, traceId: null } }),
    }),
  ).toBe(isOver);
});

test.each([
  [0, 'Your scheduled posts are kept.'],
  [1, 'Your scheduled post is kept.'],
  [4, 'Your 4 scheduled posts are kept.'],
])('with %i posts waiting it says: %s', (posts, ending) => {
  expect(problemWords(needsReconnect('Corner Bakery'), { now: new Date(), posts })).toBe(
    `Pagecast can no longer post to Corner Bakery. Reconnect it to continue. ${ending}`,
  );
});
