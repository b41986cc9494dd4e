import { listPages } from '@pagecast/api/contract';
import { act, fireEvent, screen } from '@testing-library/react';
import { use, type ComponentProps } from 'react';
import { expect, test, vi } from 'vitest';
import { answer, serve } from '../../kit/testing.tsx';
import { buildRelease } from '../remotes/build-release.ts';
import { renderInShell } from '../testing.tsx';
import { CommandLauncher } from './launcher.tsx';

// It is asked for and comes when a test says so.
const coming = vi.hoisted(() => Promise.withResolvers<void>());
vi.mock('./palette.tsx', async (load) => {
  const { Palette } = await load<typeof import('./palette.tsx')>();
  return {
    Palette: (props: ComponentProps<typeof Palette>) => {
      use(coming.promise);
      return <Palette {...props} />;
    },
  };
});

test('what is typed before the palette is there is no shortcut, and stands in it when it comes', async () => {
  serve([answer(listPages, [])]);
  const command = { title: 'Search published posts', to: '/history?q=x', shortcut: 'g h' };
  const nav = { to: '/history', label: 'Post History', icon: 'history', order: 60, commands: [command] };
  const { address } = await renderInShell(() => (
    <CommandLauncher registry={[buildRelease({ nav: [nav] })]} onLogout={vi.fn()} />
  ));
  const press = (key: string, options = {}) => fireEvent.keyDown(document.body, { key, ...options });
  await act(async () => press('k', { ctrlKey: true }));
  for (const key of ['g', 'h', 'x', 'Backspace', 'Enter', ' ', 'y']) await act(async () => press(key));
  expect([address(), screen.queryByRole('combobox')]).toEqual(['/', null]);
  await act(async () => coming.resolve());
  expect((await screen.findByRole<HTMLInputElement>('combobox')).value).toBe('gh y');
});
