// @vitest-environment jsdom
import { createReleaseToken, deleteReleaseToken, listReleaseTokens, type ReleaseToken } from '@pagecast/api/contract';
import { answer, Refusal, renderScreen, type Answer } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { ReleaseTokens } from './release-tokens.tsx';

const ci: ReleaseToken = {
  id: 7,
  name: 'CI of history',
  area: 'mf_history',
  rights: ['stage', 'move'],
  expiresAt: '2099-01-01T08:00:00.000Z',
  isExpired: false,
  lastUsedAt: null,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const Tokens = () => <ReleaseTokens areas={['mf_history', 'mf_media']} />;
const open = (tokens: ReleaseToken[], ...routes: Answer[]) =>
  renderScreen(Tokens, { path: '/admin', routes: [answer(listReleaseTokens, tokens), ...routes] });

test('a token shows its area, what it may do, its last use and its end', async () => {
  open([
    ci,
    { ...ci, id: 8, name: 'Old', rights: ['rollback'], expiresAt: '2026-01-02T00:00:00.000Z', isExpired: true },
  ]);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toMatch(
    /^CI of historymf_history · may add versions and make new versions currentnever used · expires /,
  );
  expect(second?.textContent).toMatch(/^OldExpiredmf_history · may roll backnever used · expired /);
});

test('one that was made is shown once, with the command that uses it', async () => {
  const user = userEvent.setup();
  const { calls } = open([], answer(createReleaseToken, { ...ci, token: 'pcr_7_secret' }));
  await screen.findByText(/There are no release tokens yet/);
  await user.type(screen.getByLabelText('Name'), 'CI of history');
  await user.type(screen.getByLabelText('Area'), 'mf-history');
  await user.click(screen.getByRole('switch', { name: 'Roll back' }));
  await user.selectOptions(screen.getByLabelText('Expires'), 'Never');
  await user.click(screen.getByRole('button', { name: 'Create Token' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Copy the token CI of history' }));
  expect(dialog.getByText('pcr_7_secret')).toBeDefined();
  expect(dialog.getByText(`npm run release -- mf-history --to ${location.origin}`)).toBeDefined();
  await user.click(dialog.getByRole('button', { name: 'Copy Token' }));
  expect(await navigator.clipboard.readText()).toBe('pcr_7_secret');
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    name: 'CI of history',
    area: 'mf-history',
    rights: ['stage', 'move'],
    expiresAt: null,
  });
  await user.click(dialog.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('pcr_7_secret')).toBeNull());
});

test.each([
  ['', 'mf-history', 'Please enter a name for the token.'],
  ['CI', 'history', 'Please enter an area, such as mf-history, or shell.'],
])('a token called "%s" for "%s" is not asked for', async (name, area, words) => {
  const { toasts, calls } = open([]);
  if (name !== '') await userEvent.type(screen.getByLabelText('Name'), name);
  await userEvent.type(screen.getByLabelText('Area'), area);
  await userEvent.click(screen.getByRole('button', { name: 'Create Token' }));
  expect(toasts).toEqual([{ tone: 'destructive', title: 'Validation Error', description: words }]);
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('one is made for the shell, too', async () => {
  const { calls } = open([], answer(createReleaseToken, { ...ci, area: 'shell', token: 'pcr_8_secret' }));
  await userEvent.type(screen.getByLabelText('Name'), 'CI of the shell');
  await userEvent.type(screen.getByLabelText('Area'), 'shell');
  await userEvent.click(screen.getByRole('button', { name: 'Create Token' }));
  await screen.findByText(`npm run release -- shell --to ${location.origin}`);
  expect(calls.find(({ method }) => method === 'POST')?.body).toMatchObject({ area: 'shell' });
});

test('deleting one asks first, and says what it means', async () => {
  const { calls, toasts } = open([ci], answer(deleteReleaseToken, { success: true }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete release token CI of history' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain("Whoever uses it can't release mf_history anymore.");
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(toasts).toMatchObject([{ title: 'Release Token Deleted' }]));
  expect(calls.find(({ method }) => method === 'DELETE')?.params).toEqual({ id: '7' });
});

test('a list that cannot be loaded leaves the form', async () => {
  renderScreen(Tokens, {
    path: '/admin',
    routes: [answer(listReleaseTokens, new Refusal(503, { message: 'Away.', code: 'unavailable' }))],
  });
  expect(await screen.findByRole('alert')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Create Token' })).toBeDefined();
});
