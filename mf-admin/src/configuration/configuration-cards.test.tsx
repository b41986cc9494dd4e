// @vitest-environment jsdom
import {
  KEY_UNTRIED,
  listEnvironments,
  readApiConfig,
  testApiKey,
  updateApiConfig,
  type ApiConfig,
  type EnvironmentState,
} from '@pagecast/api/contract';
import { answer, Refusal, renderScreen, type Answer } from '@pagecast/shell/kit/testing';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiConfigurationCard } from './api-configuration-card.tsx';
import { EnvironmentCard } from './environment-card.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.restoreAllMocks();
});

const config: ApiConfig = {
  openaiApiKey: '********abcd',
  fiztechApiKey: null,
  facebookAppId: '42',
  facebookAppSecret: '********************',
  facebookAppMode: 'development',
};
const keys = (...routes: Answer[]) =>
  renderScreen(ApiConfigurationCard, { routes: [answer(readApiConfig, config), ...routes] });

test('a key in use shows masked, and what is not set says so', async () => {
  keys();
  expect((await screen.findByLabelText('OpenAI API key')).getAttribute('type')).toBe('password');
  expect(screen.getByText('********abcd')).toBeDefined();
  expect(screen.getByText('Not set.')).toBeDefined();
});

test('what Facebook makes of the version that the server asks for stands by the keys', async () => {
  const graphVersionNote = 'FB_GRAPH_VERSION is v19.0, which Facebook stopped serving on 21 May 2026.';
  renderScreen(ApiConfigurationCard, { routes: [answer(readApiConfig, { ...config, graphVersionNote })] });
  expect(await screen.findByText(graphVersionNote)).toBeDefined();
});

test('empty fields are omitted', async () => {
  const { toasts, calls } = keys(answer(updateApiConfig, config));
  await userEvent.type(await screen.findByLabelText('Fiztech API key'), ' fz-1 ');
  await userEvent.click(screen.getByRole('button', { name: 'Save Keys' }));
  await waitFor(() => expect(toasts).toEqual([{ tone: 'default', title: 'API Configuration Updated' }]));
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ fiztechApiKey: 'fz-1' });
  expect(screen.getByLabelText<HTMLInputElement>('Fiztech API key').value).toBe('');
});

test('a key of the AI is tried before it is kept; one that could not be tried can be kept all the same', async () => {
  let isAway = true;
  const { toasts, calls } = keys(
    answer(updateApiConfig, ({ body }) =>
      body?.tryFirst === true && isAway
        ? new Refusal(503, { message: "We couldn't reach OpenAI.", code: KEY_UNTRIED })
        : config,
    ),
  );
  await userEvent.type(await screen.findByLabelText('OpenAI API key'), 'sk-1');
  await userEvent.click(screen.getByRole('button', { name: 'Save Keys' }));
  const question = within(await screen.findByRole('alertdialog', { name: 'Keep this key anyway?' }));
  expect(question.getByText(/^We couldn't reach OpenAI\./)).toBeDefined();
  isAway = false;
  await userEvent.click(question.getByRole('button', { name: 'Keep key' }));
  await waitFor(() => expect(toasts).toEqual([{ tone: 'default', title: 'API Configuration Updated' }]));
  expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
    { openaiApiKey: 'sk-1', tryFirst: true },
    { openaiApiKey: 'sk-1' },
  ]);
});

test('a key that was set here can be taken back, one of the server cannot', async () => {
  const { calls } = keys(
    answer(readApiConfig, { ...config, isOwnOpenaiKey: true, isOwnFiztechKey: false }),
    answer(updateApiConfig, config),
  );
  await userEvent.click(await screen.findByRole('button', { name: 'Use the default: OpenAI API key' }));
  expect(screen.queryByRole('button', { name: 'Use the default: Fiztech API key' })).toBeNull();
  const question = within(await screen.findByRole('alertdialog'));
  await userEvent.click(question.getByRole('button', { name: 'Use the default' }));
  await waitFor(() => expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ openaiApiKey: null }));
});

test('keys that are refused say why', async () => {
  const { toasts } = keys(answer(updateApiConfig, new Refusal(400, { message: 'Too long.', code: 'x' })));
  await userEvent.type(await screen.findByLabelText('Fiztech API key'), 'fz-1');
  await userEvent.click(screen.getByRole('button', { name: 'Save Keys' }));
  await waitFor(() =>
    expect(toasts).toEqual([{ tone: 'destructive', title: 'Update Failed', description: 'Too long.' }]),
  );
});

test.each([
  ['Works', answer(testApiKey, { works: true, message: 'OpenAI answered in 0.4 s.' }), 'OpenAI answered in 0.4 s.'],
  [
    "Doesn't work",
    answer(testApiKey, { works: false, message: 'OpenAI does not know this key.' }),
    'OpenAI does not know this key.',
  ],
  ["Doesn't work", answer(testApiKey, new Refusal(429, { message: 'Wait a minute.', code: 'x' })), 'Wait a minute.'],
])('a key test says: %s', async (word, route, message) => {
  const { calls } = keys(route);
  await userEvent.click(await screen.findByRole('button', { name: 'Test this key (OpenAI)' }));
  expect((await screen.findByText(message)).parentElement?.textContent).toBe(word + message);
  expect(calls.at(-1)?.body).toEqual({ key: 'openai' });
  // There is nothing to test where nothing is set.
  expect(screen.getByRole('button', { name: 'Test this key (Fiztech)' }).hasAttribute('disabled')).toBe(true);
});

const environments: EnvironmentState[] = [
  { mode: 'development', isCurrent: true, appId: '42', users: 1, dueSoon: 1 },
  { mode: 'test', isCurrent: false, appId: null, users: 0, dueSoon: 0 },
  { mode: 'production', isCurrent: false, appId: '44', users: 1200, dueSoon: 31 },
];
const worlds = (...routes: Answer[]) =>
  renderScreen(EnvironmentCard, { routes: [answer(listEnvironments, environments), ...routes] });

async function chooseProduction() {
  await userEvent.click(await screen.findByRole('button', { name: 'Switch to Production' }));
  return screen.findByRole('alertdialog', { name: 'Switch to Production?' });
}

test('each environment says who is in it, what is due and which app serves it', async () => {
  worlds();
  const rows = (await screen.findAllByRole('listitem')).map((row) => row.textContent);
  expect(rows).toEqual([
    'DevelopmentCurrent1 user · 1 post due in the next 24 hours · app 42',
    'Test0 users · no posts due in the next 24 hours · no Facebook app set upSwitch',
    'Production1,200 users · 31 posts due in the next 24 hours · app 44Switch',
  ]);
});

test('before a switch the dialog says what is due in each environment', async () => {
  const { calls } = worlds();
  const dialog = await chooseProduction();
  expect(
    within(dialog)
      .getAllByRole('listitem')
      .map((row) => row.textContent),
  ).toEqual([
    'Development: 1 post due in the next 24 hours',
    'Test: no posts due in the next 24 hours',
    'Production: 31 posts due in the next 24 hours',
  ]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(calls.filter(({ method }) => method === 'PATCH')).toEqual([]);
});

test('a switch says to refresh', async () => {
  const { toasts, calls } = worlds(answer(updateApiConfig, { ...config, facebookAppMode: 'production' }));
  await userEvent.click(within(await chooseProduction()).getByRole('button', { name: 'Switch to Production' }));
  await waitFor(() =>
    expect(toasts).toMatchObject([
      { tone: 'default', title: 'Environment Switched', description: expect.stringContaining('refresh') as string },
    ]),
  );
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ facebookAppMode: 'production' });
});

test('a switch that fails says why', async () => {
  const { toasts } = worlds(
    answer(updateApiConfig, new Refusal(409, { message: 'Production has no Facebook app.', code: 'x' })),
  );
  await userEvent.click(within(await chooseProduction()).getByRole('button', { name: 'Switch to Production' }));
  await waitFor(() =>
    expect(toasts).toEqual([
      { tone: 'destructive', title: 'Switch Failed', description: 'Production has no Facebook app.' },
    ]),
  );
});
