// @vitest-environment jsdom
import { listAuditLog, type AuditEntry } from '@pagecast/api/contract';
import { answer, renderScreen, typeWithoutPause } from '@pagecast/shell/kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { AuditCard } from './audit-card.tsx';
import { actionWords, describeChange } from './describe-change.ts';

const entry: AuditEntry = {
  id: 1,
  at: '2026-11-21T08:00:00.000Z',
  actor: { facebookId: '1', name: 'Ada' },
  inPlaceOf: null,
  action: 'access.role-changed',
  subject: 'Paula (555)',
  before: { role: 'user', type: 'whitelist' },
  after: { role: 'admin', type: 'whitelist' },
  environment: 'production',
  ipAddress: '203.0.113.9',
};
const list = (entries: AuditEntry[], totalPages = 1) =>
  answer(listAuditLog, ({ query }) => ({
    entries,
    pagination: { currentPage: Number(query?.page ?? 1), totalPages, totalCount: entries.length },
  }));

test('an entry says who did what to what, and only what changed', async () => {
  renderScreen(AuditCard, { routes: [list([entry])] });
  const row = (await screen.findByRole('listitem')).textContent;
  expect(row).toMatch(
    /^Access: role changed · Paula \(555\)Ada \(1\) · .*\(GMT.*\) .* · Production · 203\.0\.113\.9role/,
  );
  expect(row).toContain('rolebefore: user → after: admin');
  expect(row).not.toContain('whitelist');
});

test('what was done by impersonation names both', async () => {
  renderScreen(AuditCard, {
    routes: [
      list([
        {
          ...entry,
          inPlaceOf: { facebookId: '555', name: 'Paula' },
          before: null,
          after: null,
          action: 'posts.created',
          subject: 'Post 9',
        },
      ]),
    ],
  });
  expect((await screen.findByRole('listitem')).textContent).toContain('Ada (1) impersonating Paula (555)');
});

test('the log is searched and paged', async () => {
  const { calls } = renderScreen(AuditCard, { path: '/admin', search: 'audit=2', routes: [list([entry], 3)] });
  await screen.findByText('Page 2 of 3');
  typeWithoutPause(screen.getByRole('searchbox', { name: 'Search the audit log' }), 'paula');
  await waitFor(() =>
    expect(calls.map(({ query }) => query)).toEqual([
      { page: '2', limit: '10' },
      { page: '1', limit: '10', search: 'paula' },
    ]),
  );
});

test('an empty log says so', async () => {
  renderScreen(AuditCard, { routes: [list([])] });
  expect(await screen.findByText('No administrator has changed anything yet.')).toBeDefined();
});

test.each([
  ['access.role-changed', 'Access: role changed'],
  ['facebook-apps.added', 'Facebook apps: added'],
  ['logout', 'Logout'],
])('%s reads as %s', (action, words) => expect(actionWords(action)).toBe(words));

test('what came and what went shows with one side only', () => {
  expect(describeChange({ before: { isActive: true }, after: null }, 'Asia/Kuala_Lumpur')).toEqual([
    { field: 'is active', before: 'yes', after: null },
  ]);
  expect(describeChange({ before: null, after: { maxUses: 3, expiresAt: null } }, 'Asia/Kuala_Lumpur')).toEqual([
    { field: 'max uses', before: null, after: '3' },
  ]);
});

test('a person reads as on the other cards', () => {
  const before = { facebookId: '42', type: 'whitelist' };
  expect(describeChange({ before, after: { type: 'blacklist' } }, 'UTC')).toEqual([
    { field: 'Facebook ID', before: '42', after: null },
    { field: 'type', before: 'allowed', after: 'blocked' },
  ]);
});

test('a time among the changes reads as one, in the zone of the reader', () => {
  const [change] = describeChange(
    { before: null, after: { expiresAt: '2026-11-24T01:00:00.000Z' } },
    'Asia/Kuala_Lumpur',
  );
  expect(change?.after).toMatch(/24 Nov.*9:00.*GMT\+8/);
});

test('person and kind filter the log and its export, and stand in the address', async () => {
  const choices = { people: [{ facebookId: '1', name: 'Ada' }], kinds: ['access', 'facebook-apps'] };
  const { calls, address } = renderScreen(AuditCard, {
    path: '/admin',
    search: 'audit=2',
    routes: [
      answer(listAuditLog, {
        entries: [entry],
        choices,
        pagination: { currentPage: 1, totalPages: 1, totalCount: 1 },
      }),
    ],
  });
  await screen.findByRole('option', { name: 'Facebook apps' });
  await userEvent.selectOptions(screen.getByLabelText('Filter by person'), 'Ada');
  await userEvent.selectOptions(screen.getByLabelText('Filter by kind'), 'Facebook apps');
  await waitFor(() =>
    expect(calls.at(-1)?.query).toEqual({ page: '1', limit: '10', person: '1', kind: 'facebook-apps' }),
  );
  expect(address()).toBe('/admin?audit-person=1&audit-kind=facebook-apps');
  expect(screen.getByRole('link', { name: 'Export CSV' }).getAttribute('href')).toBe(
    '/api/admin/audit-log.csv?person=1&kind=facebook-apps',
  );
  // A chain with gaps would prove nothing.
  expect(screen.getByRole('link', { name: 'Export all with proof' }).getAttribute('href')).toBe(
    '/api/admin/audit-log.jsonl',
  );
});
