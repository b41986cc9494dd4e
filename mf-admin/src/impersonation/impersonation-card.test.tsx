// @vitest-environment jsdom
import { listMockablePeople, startImpersonation } from '@pagecast/api/contract';
import { answer, Refusal, renderScreen, someUser, type Answer } from '@pagecast/shell/kit/testing';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ImpersonationCard } from './impersonation-card.tsx';

// jsdom complains that it cannot reload.
beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

const open = (...routes: Answer[]) => renderScreen(ImpersonationCard, { routes });

/** The browser is cleared twice; the second time would reach into the next test. */
async function isOver(): Promise<void> {
  sessionStorage.setItem('left', 'behind');
  await waitFor(() => expect(sessionStorage.length).toBe(0));
}

async function submit(facebookId: string) {
  if (facebookId !== '') await userEvent.type(screen.getByLabelText('Facebook ID'), facebookId);
  await userEvent.click(screen.getByRole('button', { name: 'Set Mock User' }));
}

test('without an ID it asks for one', async () => {
  const { toasts, calls } = open();
  await submit('  ');
  expect(toasts).toMatchObject([{ tone: 'destructive', description: 'Please enter a Facebook ID to mock.' }]);
  expect(calls).toEqual([]);
});

test("in another's place nothing of one's own stays in the browser", async () => {
  localStorage.setItem('draft', 'mine');
  sessionStorage.setItem('mark', 'mine');
  const { toasts, calls, queryClient } = open(answer(startImpersonation, { success: true }));
  queryClient.setQueryData(['posts'], ['mine']);
  await submit('555');
  await waitFor(() => expect(toasts).toMatchObject([{ tone: 'default', title: 'Mock User Set' }]));
  expect(calls.map(({ body }) => body)).toEqual([{ facebookId: '555' }]);
  await waitFor(() =>
    expect([localStorage.length, sessionStorage.length, queryClient.getQueryData(['posts'])]).toEqual([
      0,
      0,
      undefined,
    ]),
  );
});

test('people are found by name, also who never logged in, and picking one fills in their ID', async () => {
  const people = [
    { facebookId: someUser.id, name: 'Mina Manager', hasAccount: true },
    { facebookId: '555', name: 'Ivy Ong', hasAccount: true },
    { facebookId: '777', name: 'Zoë Tan', hasAccount: false },
  ];
  const { calls, toasts } = open(answer(listMockablePeople, people), answer(startImpersonation, { success: true }));
  expect(calls).toEqual([]);
  await userEvent.click(screen.getByRole('combobox', { name: 'Person' }));
  expect((await screen.findAllByRole('option')).map((option) => option.textContent)).toEqual([
    'Ivy Ong555',
    'Zoë TanNever logged in',
  ]);
  await userEvent.type(screen.getByRole('combobox', { name: 'Search by name or Facebook ID' }), 'zoe');
  await userEvent.click(await screen.findByRole('option', { name: /Zoë/ }));
  expect(screen.getByLabelText<HTMLInputElement>('Facebook ID').value).toBe('777');
  await userEvent.click(screen.getByRole('button', { name: 'Set Mock User' }));
  await waitFor(() => expect(toasts).toMatchObject([{ title: 'Mock User Set' }]));
  expect(calls.at(-1)?.body).toEqual({ facebookId: '777' });
  await isOver();
});

test('from then on nothing is read again, which would be refused', async () => {
  const { queryClient, toasts } = open(answer(startImpersonation, { success: true }));
  queryClient.setQueryData(['audit'], []);
  await submit('555');
  await waitFor(() => expect(toasts).toMatchObject([{ title: 'Mock User Set' }]));
  await queryClient.invalidateQueries({ queryKey: ['audit'] });
  expect(queryClient.getQueryState(['audit'])?.isInvalidated).toBe(false);
  await isOver();
});

test.each([
  [
    'the reason',
    new Refusal(404, { message: 'Nobody with this ID uses Pagecast.', code: 'x' }),
    'Nobody with this ID uses Pagecast.',
  ],
  ['that an error occurred, where no reason is given', new Refusal(500, ''), 'An error occurred'],
])('a failure tells %s, and clears nothing', async (_, refusal, description) => {
  localStorage.setItem('draft', 'mine');
  const { toasts } = open(answer(startImpersonation, refusal));
  await submit('555');
  await waitFor(() => expect(toasts).toEqual([{ tone: 'destructive', title: 'Failed to Set Mock User', description }]));
  expect(localStorage.getItem('draft')).toBe('mine');
});
