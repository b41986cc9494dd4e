import { checkPagesStatus, createToken, deleteToken, listTokens, type ApiToken } from '@pagecast/api/contract';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answer, Refusal, serve, someUser, type Answer } from '../../../kit/testing.tsx';
import { renderInShell } from '../../testing.tsx';
import { TokensCard } from './tokens-card.tsx';

const AT = '2026-11-23T09:00:00.000Z';
const token = (facts: object = {}): ApiToken =>
  ({
    id: 1,
    kind: 'personal',
    name: 'Nightly import',
    scopes: ['read', 'schedule'],
    pageIds: null,
    needsApproval: true,
    trust: null,
    expiresAt: null,
    isExpired: false,
    lastUsedAt: null,
    createdAt: AT,
    ...facts,
  }) as ApiToken;
const pages = [
  { id: 7, pageId: '1001', name: 'Kopi Corner' },
  { id: 8, pageId: '1002', name: 'Nasi House' },
].map((page) => ({
  ...page,
  accessToken: null,
  category: null,
  isActive: true,
  isConnected: true,
  canPublish: true,
  problem: null,
}));

async function open(tokens: readonly ApiToken[], routes: readonly Answer[] = [], user = someUser) {
  const { calls } = serve([answer(listTokens, [...tokens]), answer(checkPagesStatus, pages as never), ...routes]);
  const shown = await renderInShell(() => <TokensCard />, { user });
  await waitFor(() => expect(calls.some(({ path }) => path === '/api/tokens')).toBe(true));
  const writes = () =>
    calls.filter(({ method }) => method !== 'GET').map(({ method, path, body }) => [method, path, body]);
  return { ...shown, writes };
}

test('a new one is made for what was chosen, and is shown this once', async () => {
  const { writes } = await open([], [answer(createToken, { ...token(), token: 'pct_once' })]);
  await screen.findByText(/^No tokens yet/);
  fireEvent.click(screen.getByRole('button', { name: 'Create token' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create token' });
  const choose = (name: string) => fireEvent.click(within(dialog).getByRole('checkbox', { name }));
  fireEvent.change(within(dialog).getByLabelText('Name'), { target: { value: ' Nightly import ' } });
  choose('Schedule posts and change the schedule');
  fireEvent.change(within(dialog).getByLabelText('Pages'), { target: { value: 'some' } });
  await within(dialog).findByRole('checkbox', { name: 'Kopi Corner' });
  expect(within(dialog).getByRole('button', { name: 'Create token' })).toHaveProperty('disabled', true);
  expect(within(dialog).getByRole('status').textContent).toBe('Choose at least one page.');
  choose('Nasi House');
  expect(within(dialog).getByRole('status').textContent).toBe('');
  choose('I approve its posts before they are published');
  fireEvent.change(within(dialog).getByLabelText('Expires'), { target: { value: '0' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Create token' }));
  await screen.findByText('pct_once');
  // Enter, pressed twice, doesn't close what is shown once.
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Copy'));
  expect(writes()).toEqual([
    [
      'POST',
      '/api/tokens',
      {
        name: 'Nightly import',
        scopes: ['read', 'schedule'],
        pageIds: ['1002'],
        needsApproval: false,
        expiresAt: null,
      },
    ],
  ]);
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('pct_once')).toBeNull());
});

test('one that may post without approval has limits', async () => {
  const { writes } = await open([], [answer(createToken, { ...token(), token: 'pct_once' })]);
  fireEvent.click(await screen.findByRole('button', { name: 'Create token' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create token' }));
  const choose = (name: string) => fireEvent.click(dialog.getByRole('checkbox', { name }));
  const put = (name: string, value: string) => fireEvent.change(dialog.getByLabelText(name), { target: { value } });
  const approved = 'I approve its posts before they are published';
  fireEvent.change(dialog.getByLabelText('Name'), { target: { value: 'Stall' } });
  choose('Write and edit drafts');
  // What it only drafts or proposes waits in any case.
  expect(dialog.queryByRole('checkbox', { name: approved })).toBeNull();
  choose('Schedule posts and change the schedule');
  choose(approved);
  choose('Stories');
  put('Posts a day on each page', '0');
  expect(dialog.getByRole('button', { name: 'Create token' })).toHaveProperty('disabled', true);
  expect(dialog.getByRole('status').textContent).toBe('Enter 1 to 1,000 posts a day.');
  put('Posts a day on each page', '2');
  put('Time of day', 'some');
  put('Until', '9');
  expect(dialog.getByText('Choose an hour other than the start.')).toBeDefined();
  put('Until', '12');
  fireEvent.click(dialog.getByRole('button', { name: 'Create token' }));
  await screen.findByText('pct_once');
  expect(writes()[0]?.[2]).toMatchObject({
    needsApproval: false,
    trust: { kinds: ['text', 'image', 'video', 'reel'], postsPerDay: 2, hours: { from: 9, to: 12 } },
  });
});

test.each<[string, object, string]>([
  ['only drafts', { scopes: ['read', 'draft'], needsApproval: false }, ' · You approve its posts'],
  ['is trusted', { needsApproval: false }, " · It doesn't need your approval"],
  [
    'is trusted so far',
    { needsApproval: false, trust: { kinds: ['text', 'image'], postsPerDay: 2, hours: { from: 9, to: 24 } } },
    ' · Without your approval, only text posts and images, 2 a day on each page, and from 09:00 to 24:00',
  ],
])('one that %s says what needs approval', async (_name, facts, words) => {
  await open([token(facts)]);
  expect((await screen.findByRole('listitem')).textContent).toContain(words);
});

test('each says what it can do, where, and until when', async () => {
  await open([
    token({ pageIds: ['1001', '1002'], lastUsedAt: AT }),
    token({
      id: 2,
      kind: 'oauth',
      name: 'Desk assistant',
      scopes: ['read'],
      needsApproval: false,
      isExpired: true,
      expiresAt: AT,
    }),
  ]);
  const [first, second] = await screen.findAllByRole('listitem');
  await waitFor(() =>
    expect(first?.textContent).toMatch(/Can read and schedule on Kopi Corner and Nasi House · You approve its posts/),
  );
  expect(first?.textContent).toMatch(/Last used .*2026.* · Never expires|Last used .* · Never expires/);
  expect(second?.textContent).toMatch(/Desk assistantAssistantExpired.*Can read on all pagesNever used · Expired/);
});

test('revoking asks first, and says what went wrong', async () => {
  const { writes, toasts } = await open(
    [token()],
    [answer(deleteToken, new Refusal(404, { message: 'This token no longer exists.' }))],
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke: Nightly import' }));
  expect(writes()).toEqual([]);
  const dialog = await screen.findByRole('alertdialog', { name: 'Revoke this token?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Revoke' }));
  await waitFor(() =>
    expect(toasts).toEqual([
      { tone: 'destructive', title: 'Revoke Failed', description: 'This token no longer exists.' },
    ]),
  );
  expect(writes().map(([method, path]) => [method, path])).toEqual([['DELETE', '/api/tokens/:id']]);
});

test('an administrator who impersonates somebody makes none for them', async () => {
  await open([token()], [], { ...someUser, impersonatedBy: { id: '1', name: 'Mei', until: AT } });
  await screen.findByText('Nightly import');
  expect(screen.queryByRole('button', { name: 'Create token' })).toBeNull();
});
