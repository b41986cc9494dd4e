// @vitest-environment jsdom
import {
  addFacebookApp,
  deleteFacebookApp,
  listFacebookApps,
  SECRET_MASK,
  updateFacebookApp,
  type FacebookApp,
} from '@pagecast/api/contract';
import { answer, Refusal, renderScreen, type Answer } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { FacebookAppsCard } from './facebook-apps-card.tsx';

const active: FacebookApp = {
  id: 1,
  appId: '4242',
  appSecret: SECRET_MASK,
  appMode: 'production',
  isActive: true,
  description: 'The real one',
};
const spare: FacebookApp = { ...active, id: 2, appId: '4343', isActive: false, description: null };

const open = (apps: FacebookApp[], ...routes: Answer[]) =>
  renderScreen(FacebookAppsCard, { routes: [answer(listFacebookApps, apps), ...routes] });
const bodies = (calls: { method: string; body: unknown }[], method: string) =>
  calls.filter((call) => call.method === method).map(({ body }) => body);

test('apps stand under their environment, with the secret as twenty stars', async () => {
  open([active, spare, { ...active, id: 3, appId: '1', appMode: 'development' }]);
  const production = await screen.findByRole('region', { name: 'Production' });
  expect(
    within(production)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual(
    [
      'ActiveThe real oneSecret ********************',
      'InactiveSecret ********************Make ActiveActivating...',
    ].map((rest, index) => ['4242', '4343'][index] + rest),
  );
  expect(screen.queryByRole('region', { name: 'Test' })).toBeNull();
});

test('adding waits until app ID and secret are both filled', async () => {
  open([]);
  await screen.findByText(/No app is set up here yet/);
  const isDisabled = () => screen.getByRole('button', { name: 'Add App' }).hasAttribute('disabled');
  expect(isDisabled()).toBe(true);
  await userEvent.type(screen.getByLabelText('App ID'), '4242');
  expect(isDisabled()).toBe(true);
  await userEvent.type(screen.getByLabelText('App secret'), '  ');
  expect(isDisabled()).toBe(true);
  await userEvent.type(screen.getByLabelText('App secret'), 's3cret');
  expect(isDisabled()).toBe(false);
});

async function add(...routes: Answer[]) {
  const shown = open([], ...routes);
  await userEvent.type(screen.getByLabelText('App ID'), '4242');
  await userEvent.type(screen.getByLabelText('App secret'), 's3cret');
  await userEvent.selectOptions(screen.getByLabelText('Environment'), 'Test');
  await userEvent.click(screen.getByRole('button', { name: 'Add App' }));
  return shown;
}

test('an app is added as the active one, and its secret leaves the form', async () => {
  const { toasts, calls } = await add(answer(addFacebookApp, active));
  await waitFor(() => expect(toasts).toMatchObject([{ tone: 'default', title: 'Facebook App Added' }]));
  expect(bodies(calls, 'POST')).toEqual([
    { appId: '4242', appSecret: 's3cret', appMode: 'test', isActive: true, description: null },
  ]);
  expect(screen.getByLabelText<HTMLInputElement>('App secret').value).toBe('');
});

test('an app that is refused says why', async () => {
  const { toasts } = await add(
    answer(addFacebookApp, new Refusal(409, { message: 'This app is there already.', code: 'x' })),
  );
  await waitFor(() =>
    expect(toasts).toEqual([
      { tone: 'destructive', title: 'Failed to Add App', description: 'This app is there already.' },
    ]),
  );
});

test('another app of an environment can be made the active one', async () => {
  const { toasts, calls } = open([active, spare], answer(updateFacebookApp, { ...spare, isActive: true }));
  await userEvent.click(await screen.findByRole('button', { name: 'Make Active: app 4343' }));
  await waitFor(() => expect(toasts).toMatchObject([{ tone: 'default', title: 'Facebook App Updated' }]));
  expect(bodies(calls, 'PATCH')).toEqual([{ isActive: true }]);
});

test('an app is edited without its secret unless a new one is given', async () => {
  const { toasts, calls } = open([active], answer(updateFacebookApp, active));
  await userEvent.click(await screen.findByRole('button', { name: 'Edit app 4242' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit app 4242' }));
  await userEvent.clear(dialog.getByLabelText('Description (optional)'));
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(toasts).toMatchObject([{ tone: 'default', title: 'Facebook App Updated' }]));
  expect(bodies(calls, 'PATCH')).toEqual([{ appId: '4242', appMode: 'production', isActive: true, description: null }]);
});

test('a deletion waits for its confirmation, which says what depends on the app', async () => {
  const { toasts, calls } = open([active], answer(deleteFacebookApp, { success: true }));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete app 4242' }));
  const dialog = await screen.findByRole('alertdialog');
  expect(dialog.textContent).toContain('People in Production log in with this app.');
  expect(bodies(calls, 'DELETE')).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(toasts).toEqual([{ tone: 'default', title: 'Facebook App Deleted' }]));
});
