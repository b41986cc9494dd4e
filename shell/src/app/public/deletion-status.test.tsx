import { deletionStatus } from '@pagecast/api/contract';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { answer, Refusal, serve, type Answer } from '../../kit/testing.tsx';
import { renderInShell } from '../testing.tsx';
import { UserDataDeletionPage } from './user-data-deletion-page.tsx';

const requestedAt = '2026-11-21T08:00:00.000Z';

async function open(search: string, ...routes: Answer[]) {
  const { calls } = serve(routes);
  await renderInShell(() => <UserDataDeletionPage />, { path: `/user-data-deletion${search}` });
  return { asked: () => calls.filter(({ path }) => path === deletionStatus.path).map(({ params }) => params) };
}
const statusText = async () => (await screen.findByRole('status')).textContent;

test('without a code the page explains how to delete everything, and asks for no status', async () => {
  const { asked } = await open('');
  expect(screen.getByRole('heading', { level: 1, name: 'User Data Deletion' })).toBeDefined();
  expect(asked()).toEqual([]);
});

test('a finished deletion is told with its times', async () => {
  const { asked } = await open(
    '?code=abc123',
    answer(deletionStatus, { status: 'done', requestedAt, finishedAt: '2026-11-21T08:01:00.000Z' }),
  );
  expect(await statusText()).toMatch(
    /^DeletedEverything Pagecast kept about you has been deleted\. Requested .*\(GMT.*\), finished .*\(GMT.*\)\.Confirmation code abc123$/,
  );
  expect(asked()).toEqual([{ code: 'abc123' }]);
});

test('one that is under way can be asked about again', async () => {
  const replies = [
    { status: 'pending', requestedAt, finishedAt: null },
    { status: 'done', requestedAt, finishedAt: requestedAt },
  ] as const;
  let asked = 0;
  await open(
    '?code=abc123',
    answer(deletionStatus, () => replies[asked++] ?? replies[1]),
  );
  expect(await statusText()).toContain("We're deleting your data.");
  fireEvent.click(screen.getByRole('button', { name: /Check again/ }));
  await waitFor(async () => expect(await statusText()).toContain('has been deleted'));
});

test.each([404, 400])('a code that nobody was given (%i) is told so', async (status) => {
  await open('?code=nope', answer(deletionStatus, new Refusal(status)));
  expect(await statusText()).toContain('No deletion has this code.');
});

test('a server in trouble is no verdict', async () => {
  await open('?code=abc123', answer(deletionStatus, new Refusal(503, { message: 'The database is away.', code: 'x' })));
  expect(await screen.findByText('The database is away.')).toBeDefined();
});

test('a confirmation code can be typed in', async () => {
  const { asked } = await open('', answer(deletionStatus, { status: 'pending', requestedAt, finishedAt: null }));
  await userEvent.type(screen.getByLabelText('Confirmation code'), ' abc123 {Enter}');
  expect(await screen.findByText('In progress')).toBeDefined();
  expect(asked()).toEqual([{ code: 'abc123' }]);
});
