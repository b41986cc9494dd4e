import { getByRole } from '@testing-library/react';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
// As the page does, before all others.
import '../../static/theme.js';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.innerHTML = '';
});

test('a page that an area has spoilt for the shell is not left empty, and offers to be loaded again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  document.body.innerHTML = '<div id="root"></div>';
  const root = document.body.firstElementChild as HTMLElement;
  const map = vi.spyOn(Array.prototype, 'map');
  const Sidebar = () => createElement('nav', null, ['Dashboard'].map(String));
  const handled = (event: Event) => event.preventDefault();
  window.addEventListener('error', handled);
  const shell = createRoot(root);
  shell.render(createElement(Sidebar));
  await vi.waitFor(() => getByRole(root, 'navigation'));
  map.mockImplementation(() => {
    throw new Error('mine');
  });
  shell.render(createElement(Sidebar, { key: 'next' }));
  await vi.waitUntil(() => root.querySelector('h1') !== null);
  map.mockRestore();
  expect(getByRole(root, 'heading').textContent).toBe('Something went wrong on this page');
  expect(getByRole(root, 'button').textContent).toBe('Reload the page');
  window.removeEventListener('error', handled);
});
