// @vitest-environment jsdom
import { addAccessEntry, listLoginActivity, type LoginActivity } from '@pagecast/api/contract';
import { answer, Refusal, renderScreen, typeWithoutPause, type Answer } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { LoginActivityCard } from './login-activity-card.tsx';

const denied: LoginActivity = {
  id: 1,
  action: 'access_denied',
  name: 'Ivy',
  facebookId: '77',
  accessControlType: 'none',
  ipAddress: '203.0.113.9',
  createdAt: '2026-11-21T08:00:00.000Z',
};
const list = (activities: LoginActivity[], totalPages = 1) =>
  answer(listLoginActivity, ({ query }) => ({
    activities,
    pagination: { currentPage: Number(query?.page ?? 1), totalPages, totalCount: activities.length },
  }));
const open = (routes: Answer[], search = '') => renderScreen(LoginActivityCard, { path: '/admin', search, routes });

test('each entry says who, what, when and from where; only a refusal can be converted', async () => {
  open([
    list([
      denied,
      { ...denied, id: 2, action: 'login', name: 'Mina', accessControlType: 'whitelist', ipAddress: null },
    ]),
  ]);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toMatch(
    /^IvyAccess deniedNot listed77 · .*\(GMT.*\) .* · 203\.0\.113\.9AllowAllowing...Block$/,
  );
  expect(second?.textContent).toMatch(/^MinaLoginAllowed77 · .* · address unknown$/);
});

test.each([
  ['Allow Ivy', 'whitelist', false],
  ['Block Ivy', 'blacklist', true],
] as const)('%s makes a %s entry with the role user', async (button, type, isAsked) => {
  const { toasts, calls } = open([
    list([denied]),
    answer(addAccessEntry, { id: 9, facebookId: '77', name: 'Ivy', type, role: 'user' }),
  ]);
  await userEvent.click(await screen.findByRole('button', { name: button }));
  if (isAsked) {
    const question = within(await screen.findByRole('alertdialog', { name: 'Block Ivy?' }));
    await userEvent.click(question.getByRole('button', { name: 'Block' }));
  }
  await waitFor(() => expect(toasts).toMatchObject([{ tone: 'default', title: 'Access Control Added' }]));
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    facebookId: '77',
    name: 'Ivy',
    type,
    role: 'user',
  });
  await waitFor(() => expect(calls.filter(({ method }) => method === 'GET')).toHaveLength(2));
});

test.each([
  ['whitelist', ['Block Ivy']],
  ['blacklist', ['Allow Ivy']],
  ['none', ['Allow Ivy', 'Block Ivy']],
] as const)('a refusal of somebody who is %s by now offers what changes that: %j', async (currentAccess, offered) => {
  open([list([{ ...denied, currentAccess }])]);
  const entry = within(await screen.findByRole('listitem'));
  expect(entry.getAllByRole('button').map((button) => button.getAttribute('aria-label'))).toEqual(offered);
});

test('a conversion that fails says why', async () => {
  const { toasts } = open([
    list([denied]),
    answer(addAccessEntry, new Refusal(503, { message: 'The database is away.', code: 'x' })),
  ]);
  await userEvent.click(await screen.findByRole('button', { name: 'Allow Ivy' }));
  await waitFor(() =>
    expect(toasts).toEqual([
      { tone: 'destructive', title: 'Failed to Update Access Control', description: 'The database is away.' },
    ]),
  );
});

test('it asks for ten a page, and the filter and the search start at the first page again', async () => {
  const { calls, address } = open([list([denied], 4)], 'logins=3');
  await screen.findByText('Page 3 of 4');
  await userEvent.selectOptions(screen.getByLabelText('Filter by action'), 'Access denied');
  typeWithoutPause(screen.getByRole('searchbox', { name: 'Search login activity' }), 'iv');
  await waitFor(() =>
    expect(calls.map(({ query }) => query)).toEqual([
      { page: '3', limit: '10' },
      { page: '1', limit: '10', action: 'access_denied' },
      { page: '1', limit: '10', action: 'access_denied', search: 'iv' },
    ]),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Next' }));
  await waitFor(() => expect(address()).toBe('/admin?action=access_denied&account=iv&logins=2'));
});

test.each([
  ['', 'Nobody has logged in yet.'],
  ['action=logout', 'Nothing matches this filter.'],
  ['logins=9', 'There is no page 9.'],
])('with "%s" and nothing found it says: %s', async (search, words) => {
  open([list([])], search);
  expect(await screen.findByText(words)).toBeDefined();
});
