// @vitest-environment jsdom
import {
  createInvitationCode,
  deleteInvitationCode,
  listInvitationCodes,
  type InvitationCode,
} from '@pagecast/api/contract';
import { answer, Refusal, renderScreen, type Answer } from '@pagecast/shell/kit/testing';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { InvitationsCard } from './invitations-card.tsx';

const welcome: InvitationCode = {
  id: 1,
  code: 'WELCOME',
  description: 'For the bakery',
  maxUses: 3,
  currentUses: 1,
  expiresAt: '2099-01-01T08:00:00.000Z',
  isActive: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};
const open = (codes: InvitationCode[], ...routes: Answer[]) =>
  renderScreen(InvitationsCard, { path: '/admin', routes: [answer(listInvitationCodes, codes), ...routes] });

test('a code shows its uses, its expiry with the zone, and its status', async () => {
  open([
    welcome,
    { ...welcome, id: 2, code: 'OPEN', description: null, maxUses: null, expiresAt: null, currentUses: 12 },
  ]);
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first?.textContent).toMatch(/^WELCOMEActiveFor the bakery1 of 3 used · expires .*\(GMT.*\) · in/);
  expect(second?.textContent).toBe('OPENActive12 used, unlimited · never expires');
});

test('code and link are copied apart', async () => {
  const user = userEvent.setup();
  const { toasts } = open([welcome]);
  await user.click(await screen.findByRole('button', { name: 'Copy code WELCOME' }));
  expect(await navigator.clipboard.readText()).toBe('WELCOME');
  await user.click(screen.getByRole('button', { name: 'Copy link for WELCOME' }));
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/?invitation=WELCOME`);
  expect(toasts.map(({ title }) => title)).toEqual(['Content Copied', 'Content Copied']);
});

test("a code is created with what was filled in; the expiry is meant in this browser's zone", async () => {
  const { toasts, calls } = open([], answer(createInvitationCode, welcome));
  await screen.findByText(/There are no invitation codes yet/);
  await userEvent.type(screen.getByLabelText('Code'), 'NEW-BAKERY');
  await userEvent.type(screen.getByLabelText('Max uses'), '5');
  fireEvent.change(screen.getByLabelText('Expires'), { target: { value: '2099-03-04T09:30' } });
  await userEvent.click(screen.getByRole('button', { name: 'Create Code' }));
  await waitFor(() => expect(toasts).toMatchObject([{ tone: 'default', title: 'Invitation Code Created' }]));
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    code: 'NEW-BAKERY',
    description: null,
    maxUses: 5,
    expiresAt: new Date(2099, 2, 4, 9, 30).toISOString(),
  });
});

test('without a code nothing is sent', async () => {
  const { toasts, calls } = open([]);
  await userEvent.click(screen.getByRole('button', { name: 'Create Code' }));
  expect(toasts).toEqual([
    { tone: 'destructive', title: 'Validation Error', description: 'Please enter an invitation code' },
  ]);
  expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
});

test('a code that nobody guesses can be made up', async () => {
  open([]);
  await userEvent.click(screen.getByRole('button', { name: 'Generate' }));
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toMatch(/^[A-HJ-NP-Z2-9]{12}$/);
});

test('a creation that fails says why', async () => {
  const { toasts } = open(
    [],
    answer(createInvitationCode, new Refusal(409, { message: 'This code exists already.', code: 'x' })),
  );
  await userEvent.type(screen.getByLabelText('Code'), 'WELCOME-ALL');
  await userEvent.click(screen.getByRole('button', { name: 'Create Code' }));
  await waitFor(() =>
    expect(toasts).toEqual([
      { tone: 'destructive', title: 'Creation Failed', description: 'This code exists already.' },
    ]),
  );
});

test('a deletion waits for its confirmation', async () => {
  const { toasts, calls } = open([welcome], answer(deleteInvitationCode, { success: true }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete code WELCOME' }));
  expect(calls.filter(({ method }) => method === 'DELETE')).toEqual([]);
  await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(toasts).toMatchObject([{ tone: 'default', title: 'Invitation Code Deleted' }]));
  expect(calls.filter(({ method }) => method === 'DELETE').map(({ params }) => params)).toEqual([{ id: '1' }]);
});
