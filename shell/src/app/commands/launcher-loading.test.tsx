import { fireEvent } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { serve } from '../../kit/testing.tsx';
import { buildRelease } from '../remotes/build-release.ts';
import { renderInShell } from '../testing.tsx';
import { CommandLauncher } from './launcher.tsx';

// It is asked for and has not come.
vi.mock('./palette.tsx', () => ({ Palette: () => null }));

test('what is typed before the palette is there is no shortcut', async () => {
  serve([]);
  const command = { title: 'Search published posts', to: '/history?q=x', shortcut: 'g h' };
  const nav = { to: '/history', label: 'Post History', icon: 'history', order: 60, commands: [command] };
  const { address } = await renderInShell(() => (
    <CommandLauncher registry={[buildRelease({ nav: [nav] })]} onLogout={vi.fn()} />
  ));
  const press = (key: string, options = {}) => fireEvent.keyDown(document.body, { key, ...options });
  press('k', { ctrlKey: true });
  for (const key of ['g', 'h']) press(key);
  expect(address()).toBe('/');
});
