// @vitest-environment jsdom
import {
  addAccessEntry,
  changeAccessRole,
  currentUser,
  listAccessEntries,
  removeAccessEntry,
  type AccessEntry,
} from '@pagecast/api/contract';
import { answer, Refusal, renderScreen, someUser, type Answer } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { AccessCard } from './access-card.tsx';

const paula: AccessEntry = { id: 1, facebookId: '555', name: 'Paula', type: 'whitelist', role: 'user' };
const boss: AccessEntry = { id: 2, facebookId: someUser.id, name: 'Mina Manager', type: 'whitelist', role: 'admin' };
const spam: AccessEntry = { id: 3, facebookId: '666', name: 'Spam', type: 'blacklist', role: 'user' };

const open = (entries: AccessEntry[], ...routes: Answer[]) =>
  renderScreen(AccessCard, { path: '/admin', routes: [answer(listAccessEntries, entries), ...routes] });
const writes = (calls: { method: string; path: string; params: object; body: unknown }[]) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, params, body }) => ({ method, params, body }));

async function row(name: string) {
  const rows = await screen.findAllByRole('listitem');
  const found = rows.find((item) => item.textContent.includes(name));
  if (found === undefined) throw new Error(`${name} is not listed`);
  return found;
}

test('each entry says whether it is allowed or blocked, and who is an administrator', async () => {
  open([paula, boss, spam]);
  expect((await row('Paula')).textContent).toBe('Paula555AllowedMake AdminUpdating...Block');
  expect((await row('Mina')).textContent).toBe(`Mina Manager (you)${someUser.id}AdminAllowedMake UserUpdating...`);
  // Who is blocked has no role to toggle, and nobody blocks themselves.
  expect((await row('Spam')).textContent).toBe('Spam666BlockedAllow');
});

test('without entries it says what to do', async () => {
  open([]);
  expect(await screen.findByText(/Nobody is listed yet/)).toBeDefined();
});

test('a list that cannot be loaded says why, and can be asked for again', async () => {
  renderScreen(AccessCard, {
    routes: [answer(listAccessEntries, new Refusal(503, { message: 'The database is away.', code: 'x' }))],
  });
  expect(await screen.findByText('The database is away.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeDefined();
});

test.each([
  ['', 'Paula'],
  ['555', '   '],
  ['', ''],
])('adding "%s" named "%s" asks for both and sends nothing', async (facebookId, name) => {
  const { toasts, calls } = open([]);
  if (facebookId !== '') await userEvent.type(screen.getByLabelText('Facebook ID'), facebookId);
  if (name !== '') await userEvent.type(screen.getByLabelText('Name'), name);
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(toasts).toEqual([
    { tone: 'destructive', title: 'Validation Error', description: 'Please enter both Facebook ID and name.' },
  ]);
  expect(writes(calls)).toEqual([]);
});

test('what is no Facebook ID is not sent, and the way to one is said', async () => {
  const { toasts, calls } = open([]);
  await userEvent.type(screen.getByLabelText('Facebook ID'), 'paula.tan');
  await userEvent.type(screen.getByLabelText('Name'), 'Paula');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(toasts).toMatchObject([{ tone: 'destructive', description: expect.stringContaining('digits only') }]);
  expect(writes(calls)).toEqual([]);
});

test('a person is added as chosen, the form empties and the list is read again', async () => {
  const { toasts, calls } = open([paula], answer(addAccessEntry, spam));
  await row('Paula');
  await userEvent.type(screen.getByLabelText('Facebook ID'), ' 666 ');
  await userEvent.type(screen.getByLabelText('Name'), 'Spam');
  await userEvent.selectOptions(screen.getByLabelText('Role'), 'Admin');
  await userEvent.selectOptions(screen.getByLabelText('Access'), 'Blocked');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() => expect(toasts).toMatchObject([{ tone: 'default', title: 'Access Control Added' }]));
  expect(writes(calls)).toEqual([
    { method: 'POST', params: {}, body: { facebookId: '666', name: 'Spam', type: 'blacklist', role: 'user' } },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('Facebook ID').value).toBe('');
  await waitFor(() => expect(calls.filter(({ method }) => method === 'GET')).toHaveLength(2));
});

test('an entry that is refused keeps what was typed and says why', async () => {
  const { toasts } = open(
    [],
    answer(addAccessEntry, new Refusal(409, { message: 'This account is listed already.', code: 'x' })),
  );
  await userEvent.type(screen.getByLabelText('Facebook ID'), '555');
  await userEvent.type(screen.getByLabelText('Name'), 'Paula');
  await userEvent.click(screen.getByRole('button', { name: 'Add' }));
  await waitFor(() =>
    expect(toasts).toEqual([
      { tone: 'destructive', title: 'Failed to Add Access Control', description: 'This account is listed already.' },
    ]),
  );
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Paula');
});

test('a role toggles after a question that names the person', async () => {
  const { toasts, calls } = open([paula], answer(changeAccessRole, { ...paula, role: 'admin' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Make Admin: Paula' }));
  const question = await screen.findByRole('alertdialog', { name: 'Make Paula an admin?' });
  expect(writes(calls)).toEqual([]);
  await userEvent.click(within(question).getByRole('button', { name: 'Make Admin' }));
  await waitFor(() => expect(toasts).toMatchObject([{ tone: 'default', title: 'Role Updated' }]));
  expect(writes(calls)).toEqual([{ method: 'PATCH', params: { id: '1' }, body: { role: 'admin' } }]);
});

test.each([
  ['Block: Paula', paula, 'blacklist', 'Block Paula?'],
  ['Allow: Spam', spam, 'whitelist', null],
] as const)('%s changes sides; whoever is shut out is named first', async (button, entry, type, title) => {
  const { toasts, calls } = open([entry], answer(addAccessEntry, { ...entry, type }));
  await userEvent.click(await screen.findByRole('button', { name: button }));
  if (title !== null) {
    expect(writes(calls)).toEqual([]);
    const question = within(await screen.findByRole('alertdialog', { name: title }));
    await userEvent.click(question.getByRole('button', { name: 'Block' }));
  }
  await waitFor(() => expect(toasts).toMatchObject([{ tone: 'default', title: 'Access Control Updated' }]));
  expect(writes(calls)).toEqual([
    { method: 'POST', params: {}, body: { facebookId: entry.facebookId, name: entry.name, type, role: 'user' } },
  ]);
});

test('a change of sides that fails says why', async () => {
  const { toasts } = open(
    [paula],
    answer(addAccessEntry, new Refusal(409, { message: 'This is the last administrator.', code: 'x' })),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Block: Paula' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Block' }));
  await waitFor(() =>
    expect(toasts).toEqual([
      { tone: 'destructive', title: 'Failed to Update Access Control', description: 'This is the last administrator.' },
    ]),
  );
});

test("giving up one's own administration is asked about, and a last administrator is told why not", async () => {
  const { toasts, calls } = open(
    [boss],
    answer(changeAccessRole, new Refusal(409, { message: 'Somebody must stay an administrator.', code: 'x' })),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Make User: Mina Manager' }));
  expect(writes(calls)).toEqual([]);
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Make User' }));
  await waitFor(() =>
    expect(toasts).toEqual([
      { tone: 'destructive', title: 'Failed to Update Role', description: 'Somebody must stay an administrator.' },
    ]),
  );
});

test('after giving it up the screen asks what its person may still do', async () => {
  const { queryClient, toasts } = open([boss], answer(changeAccessRole, { ...boss, role: 'user' }));
  queryClient.setQueryData([currentUser.resource], someUser);
  await userEvent.click(await screen.findByRole('button', { name: 'Make User: Mina Manager' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Make User' }));
  await waitFor(() => expect(toasts).toMatchObject([{ title: 'Role Updated' }]));
  expect(queryClient.getQueryState([currentUser.resource])?.isInvalidated).toBe(true);
});

test('a removal waits for its confirmation', async () => {
  const { toasts, calls } = open([paula], answer(removeAccessEntry, { success: true }));
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Paula' }));
  const dialog = await screen.findByRole('alertdialog', { name: 'Remove Paula?' });
  expect(writes(calls)).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(toasts).toMatchObject([{ tone: 'default', title: 'Access Control Removed' }]));
  expect(writes(calls)).toEqual([{ method: 'DELETE', params: { id: '1' }, body: undefined }]);
});

test('a removal that fails says why', async () => {
  const { toasts } = open(
    [paula],
    answer(removeAccessEntry, new Refusal(409, { message: 'Not the last one.', code: 'x' })),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Remove Paula' }));
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() =>
    expect(toasts).toEqual([
      { tone: 'destructive', title: 'Failed to Remove Access Control', description: 'Not the last one.' },
    ]),
  );
});

test('a long list can be searched by name and by ID', async () => {
  open([
    paula,
    spam,
    ...Array.from({ length: 9 }, (_, index) => ({
      ...paula,
      id: 10 + index,
      facebookId: `9${index}`,
      name: `Other ${index}`,
    })),
  ]);
  await row('Paula');
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search access entries' }), 'PAU');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  await userEvent.clear(screen.getByRole('searchbox', { name: 'Search access entries' }));
  await userEvent.type(screen.getByRole('searchbox', { name: 'Search access entries' }), '666');
  await waitFor(() =>
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringContaining('Spam666Blocked'),
    ]),
  );
});
