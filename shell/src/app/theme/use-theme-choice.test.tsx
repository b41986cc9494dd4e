import { readSettings, updateSettings, type Theme } from '@pagecast/api/contract';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { answer, serve, someUser, type Answer } from '../../kit/testing.tsx';
import { renderInShell } from '../testing.tsx';
import { setTheme } from './theme.ts';
import { useSavedTheme, useThemeChoice } from './use-theme-choice.ts';

afterEach(() => act(() => setTheme('system')));

function Choice() {
  useSavedTheme();
  const [theme, choose] = useThemeChoice();
  return (
    <button type="button" onClick={() => choose('dark')}>
      {theme}
    </button>
  );
}

const settingsWith = (theme: Theme) => ({ timeZone: null, theme });
const shown = () => document.documentElement.dataset['theme'];

async function open(routes: Answer[], user = someUser) {
  const { calls } = serve(routes);
  await renderInShell(() => <Choice />, { user });
  return { saved: () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body) };
}

test('a theme chosen on another device comes along', async () => {
  await open([answer(readSettings, settingsWith('dark'))]);
  expect(await screen.findByRole('button', { name: 'dark' })).toBeDefined();
  expect(shown()).toBe('dark');
});

test('a choice holds at once and is kept for the other devices', async () => {
  const { saved } = await open([
    answer(readSettings, settingsWith('light')),
    answer(updateSettings, ({ body }) => settingsWith(body?.theme ?? 'system')),
  ]);
  await userEvent.click(await screen.findByRole('button', { name: 'light' }));
  expect(shown()).toBe('dark');
  await waitFor(() => expect(saved()).toEqual([{ theme: 'dark' }]));
  expect(screen.getByRole('button').textContent).toBe('dark');
});

test('a choice that cannot be kept holds in this browser all the same', async () => {
  const { saved } = await open([answer(readSettings, settingsWith('light')), answer(updateSettings, 503)]);
  await userEvent.click(await screen.findByRole('button', { name: 'light' }));
  await waitFor(() => expect(saved()).toHaveLength(1));
  expect(shown()).toBe('dark');
});

test("in somebody else's place their choice is neither taken nor changed", async () => {
  const { saved } = await open([answer(readSettings, settingsWith('light'))], {
    ...someUser,
    impersonatedBy: { id: '1', name: 'Admin', until: '2099-01-01T00:00:00.000Z' },
  });
  await userEvent.click(screen.getByRole('button', { name: 'system' }));
  expect(shown()).toBe('dark');
  expect(saved()).toEqual([]);
});
