import {
  acceptPageInvitation,
  checkPagesStatus,
  connectPage,
  currentUser,
  deleteAllData,
  invitePageMember,
  listDataExports,
  listLinkLimits,
  listPageMembers,
  listSharedPages,
  listTokens,
  listWebhooks,
  logout,
  logoutEverywhere,
  readMailSettings,
  readNotificationChoices,
  removePage,
  removePageMember,
  setLinkLimit,
  syncPage,
  type ApiToken,
} from '@pagecast/api/contract';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answer, buildPage, Refusal, serve, someUser, type Answer } from '../../kit/testing.tsx';
import { installSdk, removeSdk } from '../facebook/sdk-testing.ts';
import { deletionCode } from '../session/deletion-code.ts';
import { sessionQuery } from '../session/session-query.ts';
import { configured, renderInShell } from '../testing.tsx';
import { SettingsScreen } from './settings-screen.tsx';

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => {
  removeSdk();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const bakery = buildPage();
const gym = buildPage({
  id: 8,
  name: 'Gym',
  pageId: '1001',
  isConnected: false,
  problem: { code: 'auth', message: 'Pagecast can no longer post to Gym.', action: 'reconnect' },
});
const accounts = {
  '/me/accounts': {
    data: [{ id: '1000', name: 'Corner Bakery', access_token: 'token-1000' }],
    paging: { cursors: { after: 'second' }, next: 'https://graph' },
  },
  '/me/accounts?after=second': { data: [{ id: '1001', name: 'Gym', access_token: 'token-1001' }] },
};

const noMails = {
  isSetUp: false,
  isOn: true,
  address: null,
  isFromFacebook: false,
  pendingAddress: null,
  bounce: null,
  quietHours: null,
  timeZone: 'UTC',
  mutedPageIds: [],
};

async function open(
  routes: Answer[] = [],
  {
    hasSession = true,
    graph = accounts,
    path = '/settings',
  }: {
    hasSession?: boolean;
    graph?: Record<string, object>;
    path?: string;
  } = {},
) {
  const sdk = installSdk({ hasSession, graph });
  const { calls } = serve([
    configured,
    answer(currentUser, someUser),
    answer(checkPagesStatus, [bakery, gym]),
    answer(readMailSettings, noMails),
    answer(listTokens, []),
    answer(listWebhooks, []),
    answer(listDataExports, { exports: [] }),
    answer(readNotificationChoices, { kinds: [] }),
    answer(listSharedPages, []),
    ...routes,
  ]);
  const shown = await renderInShell(() => <SettingsScreen />, { path });
  shown.client.setQueryData(sessionQuery.queryKey, someUser);
  return { sdk, calls, ...shown };
}

const card = (name: string) => screen.findByRole('region', { name });

test('a page that lost its connection offers the one way to repair all of them', async () => {
  const { reconnect } = await open();
  fireEvent.click(await screen.findByRole('button', { name: 'Reconnect' }));
  expect(reconnect).toHaveBeenCalledTimes(1);
});

test('the privacy card opens the legal pages in tabs of their own', async () => {
  await open();
  const links = within(await card('Privacy')).getAllByRole('link');
  expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([
    ['/privacy-policy', '_blank'],
    ['/user-data-deletion', '_blank'],
  ]);
});

test('each page shows its name, its id and whether it is connected, and why not', async () => {
  await open();
  const rows = within(await card('Connected Facebook Pages'))
    .getAllByRole('listitem')
    .map((row) => row.textContent);
  expect(rows[0]).toContain('GymPage ID: 1001Pagecast can no longer post to Gym.');
  expect(rows[0]).toContain('Disconnected');
  expect(rows[1]).toContain('Corner BakeryPage ID: 1000Connected');
});

test('the link limit of a page is read, checked and saved', async () => {
  const months = [{ month: '2031-11', published: 1, planned: 2 }];
  const known = { facebookPageId: 7, pageName: 'Corner Bakery', limit: 4, holds: false, zone: 'UTC', months };
  const { calls, toasts } = await open([
    answer(listLinkLimits, ({ query }) => (query['facebookPageId'] === '7' ? [known] : [])),
    answer(setLinkLimit, known),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Link limit of Corner Bakery' }));
  const field = await screen.findByRole('textbox', { name: 'Posts with links a month' });
  expect(screen.getByText('November 2031: 1 published, 2 scheduled')).toBeDefined();
  const save = (value: string) => {
    fireEvent.change(field, { target: { value } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  };
  for (const wrong of ['two', '1001', '-1', '2.5']) {
    save(wrong);
    expect(screen.getByRole('alert').textContent).toContain('Enter a whole number from 0 to 1000, or nothing.');
  }
  fireEvent.click(screen.getByRole('switch'));
  save(' 2 ');
  await waitFor(() => expect(toasts).toMatchObject([{ title: 'Link Limit Saved' }]));
  expect(calls.filter(({ method }) => method === 'PATCH')).toMatchObject([
    { params: { id: '7' }, body: { limit: 2, holds: true } },
  ]);
});

const shared = {
  id: 31,
  name: 'Kedai Ampang',
  category: null,
  role: 'editor',
  owner: { name: 'Siti Aminah' },
  memberId: 5,
};

test('the people of a page are shown, invited by a link that is told once, and removed', async () => {
  const member = { id: 5, name: 'Ravi Kumar', role: 'editor', isMe: false, joinedAt: '2031-11-01T00:00:00.000Z' };
  const people = {
    facebookPageId: 7,
    pageName: 'Corner Bakery',
    role: 'owner',
    owner: { name: 'Siti Aminah' },
    alsoConnectedBy: [{ name: 'Mei Ling' }],
    members: [member],
    invitations: [],
  };
  const invited = {
    id: 3,
    role: 'approver',
    expiresAt: member.joinedAt,
    code: 'c0de',
    link: 'https://p.example/#join=c0de',
  };
  const { calls } = await open([
    answer(listPageMembers, people),
    answer(invitePageMember, invited),
    answer(removePageMember, { success: true }),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'People of Corner Bakery' }));
  expect(await screen.findByText('Ravi Kumar')).toBeDefined();
  expect(screen.getByText(/Mei Ling connected this page too/)).toBeDefined();
  fireEvent.change(screen.getByRole('combobox', { name: 'Invite somebody as' }), { target: { value: 'approver' } });
  fireEvent.click(screen.getByRole('button', { name: 'Create Link' }));
  expect(await screen.findByText('https://p.example/#join=c0de')).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Remove Ravi Kumar' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Remove this person?' }));
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(0);
  fireEvent.click(question.getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1));
  expect(calls.filter(({ method }) => method !== 'GET')).toMatchObject([
    { params: { id: '7' }, body: { role: 'approver' } },
    { params: { id: '7', memberId: '5' } },
  ]);
});

test('a link to a page is asked about, used up, and gone from the address', async () => {
  const { calls, toasts } = await open([answer(acceptPageInvitation, shared)], {
    path: '/settings#join=c0de',
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  await waitFor(() => expect(toasts).toMatchObject([{ title: 'Page Shared with You' }]));
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ code: 'c0de' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a link that is no longer good says so', async () => {
  await open(
    [answer(acceptPageInvitation, new Refusal(404, { message: 'This invitation is no longer valid.', code: 'x' }))],
    {
      path: '/settings#join=c0de',
    },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Accept' }));
  expect((await screen.findByRole('alert')).textContent).toContain('no longer valid');
});

test('pages of others are listed with the role there, and can be left', async () => {
  const { calls } = await open([answer(listSharedPages, [shared]), answer(removePageMember, { success: true })]);
  const row = within(await card('Pages Shared with You')).getByRole('listitem');
  expect(row.textContent).toContain('Kedai AmpangOwner: Siti AminahEditor');
  fireEvent.click(within(row).getByRole('button', { name: 'Leave Kedai Ampang' }));
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }));
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'DELETE')).toMatchObject([{ params: { id: '31', memberId: '5' } }]),
  );
});

test('of dozens of pages the first are shown, those in trouble among them, and the rest at a press', async () => {
  const many = Array.from({ length: 20 }, (_, index) =>
    buildPage({ id: 100 + index, name: `Branch ${index}`, pageId: String(2000 + index) }),
  );
  await open([answer(checkPagesStatus, [...many, gym])]);
  const pages = within(await card('Connected Facebook Pages'));
  expect(pages.getAllByRole('listitem')).toHaveLength(8);
  expect(pages.getAllByRole('listitem')[0]?.textContent).toContain('Gym');
  fireEvent.click(pages.getByRole('button', { name: 'Show all 21 pages' }));
  expect(pages.getAllByRole('listitem')).toHaveLength(21);
});

test('without pages it says that they are added at login', async () => {
  await open([answer(checkPagesStatus, [])]);
  expect(await screen.findByText(/Pages are added automatically at login/)).toBeDefined();
});

test('pages that cannot be loaded leave the other cards as they are', async () => {
  await open([answer(checkPagesStatus, new Refusal(503, { message: 'The database is away.', code: 'x' }))]);
  expect(await screen.findByText('The database is away.')).toBeDefined();
  expect(await card('Account Management')).toBeDefined();
});

async function askToRemove() {
  fireEvent.click(await screen.findByRole('button', { name: 'Remove Corner Bakery' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('Are you sure you want to remove this Facebook page?');
  return dialog;
}

test('a page is removed only after the question is answered', async () => {
  const { calls, toasts } = await open([answer(removePage, { success: true })]);
  fireEvent.click(within(await askToRemove()).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([]);

  fireEvent.click(within(await askToRemove()).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(toasts).toMatchObject([{ tone: 'default', title: 'Facebook Page Removed' }]));
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ params }) => params)).toEqual([{ id: '7' }]);
  // The list is read again: the removal made it out of date.
  await waitFor(() => expect(calls.filter(({ path }) => path === checkPagesStatus.path)).toHaveLength(2));
});

test('a page that cannot be removed is told with the reason', async () => {
  const { toasts } = await open([
    answer(removePage, new Refusal(409, { message: 'A post on this page is being published right now.', code: 'x' })),
  ]);
  fireEvent.click(within(await askToRemove()).getByRole('button', { name: 'Remove' }));
  await waitFor(() =>
    expect(toasts).toEqual([
      {
        tone: 'destructive',
        title: 'Failed to Remove Page',
        description: 'A post on this page is being published right now.',
      },
    ]),
  );
});

async function signOutEverywhere() {
  fireEvent.click(await screen.findByRole('button', { name: 'Log out everywhere' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Log out everywhere?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Log out everywhere' }));
}

test('signing out everywhere ends the session here too', async () => {
  const { calls, client } = await open([answer(logoutEverywhere, { success: true })]);
  await signOutEverywhere();
  await waitFor(() => expect(client.getQueryData(sessionQuery.queryKey)).toBeNull());
  expect(calls.find(({ path }) => path === logoutEverywhere.path)?.body).toEqual({ personalTokens: false });
});

test('signing out everywhere names the programs that end too, and asks about tokens', async () => {
  const token = (id: number, name: string, kind: 'cli' | 'personal') => ({
    id: id as ApiToken['id'],
    kind,
    name,
    scopes: ['read' as const],
    pageIds: null,
    needsApproval: true,
    trust: null,
    expiresAt: null,
    isExpired: false,
    lastUsedAt: null,
    createdAt: '2026-11-23T09:00:00.000Z',
  });
  const { calls } = await open([
    answer(logoutEverywhere, { success: true }),
    answer(listTokens, [
      token(1, 'Laptop', 'cli'),
      ...Array.from({ length: 50 }, (_, at) => token(at + 2, `${at}${'x'.repeat(100)}`, 'personal')),
    ]),
  ]);
  fireEvent.click(await screen.findByRole('button', { name: 'Log out everywhere' }));
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Log out everywhere?' }));
  await dialog.findByText('These are logged out too: Laptop.');
  const cut = (at: number) => `${at}${'x'.repeat(39)}…`;
  expect(dialog.getByText(`${cut(0)}, ${cut(1)}, ${cut(2)}, and 47 more`)).toBeDefined();
  fireEvent.click(dialog.getByRole('checkbox', { name: 'Also revoke my 50 API tokens' }));
  fireEvent.click(dialog.getByRole('button', { name: 'Log out everywhere' }));
  await waitFor(() =>
    expect(calls.find(({ path }) => path === logoutEverywhere.path)?.body).toEqual({ personalTokens: true }),
  );
});

test('signing out everywhere that fails says why and logs nobody out', async () => {
  const { toasts, client } = await open([
    answer(logoutEverywhere, new Refusal(503, { message: 'The database is away.', code: 'x' })),
  ]);
  await signOutEverywhere();
  await waitFor(() =>
    expect(toasts).toEqual([{ tone: 'destructive', title: 'Logout Failed', description: 'The database is away.' }]),
  );
  expect(client.getQueryData(sessionQuery.queryKey)).toEqual(someUser);
});

test("while impersonating neither their account nor one's own pages at Facebook are at hand", async () => {
  serve([configured, answer(checkPagesStatus, [bakery])]);
  await renderInShell(() => <SettingsScreen />, {
    user: { ...someUser, impersonatedBy: { id: '1', name: 'Ada', until: '2099-01-01T00:00:00.000Z' } },
  });
  expect(
    await screen.findByText(/^Only .+ can connect pages, log out everywhere or delete this account\.$/),
  ).toBeDefined();
  for (const name of ['Delete Account', 'Log out everywhere', 'Continue with Facebook'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

async function deleteAccount() {
  fireEvent.click(await screen.findByRole('button', { name: 'Delete Account' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Delete Account' });
  for (const part of [
    'Posts and content',
    'Connected pages',
    'Automation settings and jobs',
    'User profile and account data',
  ])
    expect(dialog.textContent).toContain(part);
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete Account' }));
}

test('a deleted account is told so and logged out two seconds later', async () => {
  const { calls, toasts, client } = await open([
    answer(deleteAllData, { success: true, confirmationCode: 'abc123' }),
    answer(logout, { success: true }),
  ]);
  const loggedOut = () => calls.some(({ path }) => path === logout.path);
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await deleteAccount();
  await waitFor(() => expect(toasts).toMatchObject([{ tone: 'default', title: 'Account Deleted' }]));
  // The server has ended the session with the account, and says so at once.
  serve([answer(currentUser, new Refusal(401)), answer(checkPagesStatus, new Refusal(401))]);
  await act(() => client.refetchQueries());
  await act(() => vi.advanceTimersByTimeAsync(1500));
  expect(client.getQueryData(sessionQuery.queryKey)).toEqual(someUser);
  expect(loggedOut()).toBe(false);
  const last = serve([answer(logout, { success: true })]);
  await act(() => vi.advanceTimersByTimeAsync(600));
  await waitFor(() => expect(client.getQueryData(sessionQuery.queryKey)).toBeNull());
  expect(last.calls.map(({ path }) => path)).toContain(logout.path);
  expect(deletionCode.read()).toBe('abc123');
  deletionCode.forget();
});

test('a deletion that fails says why and logs nobody out', async () => {
  const { calls, toasts } = await open([
    answer(deleteAllData, new Refusal(501, { message: 'This part of Pagecast is not built yet.', code: 'x' })),
  ]);
  await deleteAccount();
  await waitFor(() =>
    expect(toasts).toEqual([
      { tone: 'destructive', title: 'Deletion Failed', description: 'This part of Pagecast is not built yet.' },
    ]),
  );
  expect(calls.some(({ path }) => path === logout.path)).toBe(false);
});

test('every page that Facebook lists has a Connect button, to the last part of the list', async () => {
  await open();
  const connection = await card('Connected as Mina Manager');
  expect((await within(connection).findAllByRole('listitem')).map((row) => row.textContent)).toEqual([
    expect.stringContaining('Corner BakeryID: 1000') as string,
    expect.stringContaining('GymID: 1001') as string,
  ]);
});

test.each([
  ['it works', answer(connectPage, gym), 'Successfully connected Gym!'],
  ['the server refuses', answer(connectPage, new Refusal(400)), 'Failed to connect page. Please try again.'],
  [
    'nobody answers',
    answer(connectPage, () => {
      throw new TypeError('fetch failed');
    }),
    'Error connecting page. Please try again.',
  ],
])('connecting a page says what came of it when %s', async (_, route, message) => {
  const { calls } = await open([route]);
  fireEvent.click(await screen.findByRole('button', { name: 'Connect Gym' }));
  expect((await screen.findByRole('alertdialog')).textContent).toContain(message);
  expect(calls.find(({ path, method }) => path === connectPage.path && method === 'POST')?.body).toEqual({
    name: 'Gym',
    pageId: '1001',
    accessToken: 'token-1001',
    isActive: true,
    isConnected: true,
  });
});

test('Refresh Pages reads the list again and syncs each page; one that fails is only logged', async () => {
  const { calls, sdk, toasts } = await open([
    answer(syncPage, ({ body }) => {
      if (body.pageId === '1000') throw new Refusal(502);
      return gym;
    }),
  ]);
  const reads = () => sdk.api.mock.calls.filter(([path]) => path === '/me/accounts').length;
  const refresh = await screen.findByRole('button', { name: 'Refresh Pages' });
  const before = reads();
  fireEvent.click(refresh);
  await waitFor(() =>
    expect(calls.filter(({ path }) => path === syncPage.path).map(({ body }) => body)).toEqual([
      { name: 'Corner Bakery', pageId: '1000', accessToken: 'token-1000' },
      { name: 'Gym', pageId: '1001', accessToken: 'token-1001' },
    ]),
  );
  expect(reads()).toBe(before * 2);
  expect(toasts).toEqual([]);
});

test('without a session at Facebook the way to connect is offered instead, with the three permissions', async () => {
  await open([], { hasSession: false });
  const connection = await card('Connect Facebook Pages');
  expect(within(connection).getByRole('button', { name: 'Continue with Facebook' })).toBeDefined();
  expect(
    within(connection)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['pages_show_list', 'pages_manage_posts', 'pages_read_engagement']);
});

test('a Facebook that refuses the list is told, and can be asked again', async () => {
  await open([], { graph: {} });
  expect(await screen.findByText("We couldn't list your Facebook pages")).toBeDefined();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
});
