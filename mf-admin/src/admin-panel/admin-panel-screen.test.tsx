// @vitest-environment jsdom
import { renderScreen, someUser } from '@pagecast/shell/kit/testing';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { AdminPanelScreen } from './admin-panel-screen.tsx';

test('the navigation leads to one card for each concern', async () => {
  renderScreen(AdminPanelScreen, { user: { ...someUser, isAdmin: true } });
  const links = within(screen.getByRole('navigation', { name: 'Sections of the Admin Panel' })).getAllByRole('link');
  const headings = screen.getAllByRole('heading', { level: 2 });
  expect(links.map((link) => link.textContent)).toEqual(headings.map((heading) => heading.textContent));
  expect(links.length).toBeGreaterThan(5);
  for (const link of links) {
    await userEvent.click(link);
    expect(document.activeElement?.textContent).toBe(link.textContent);
  }
});

test('a card that cannot be loaded leaves the others usable', async () => {
  renderScreen(AdminPanelScreen, { user: { ...someUser, isAdmin: true } });
  expect((await screen.findAllByRole('alert')).length).toBeGreaterThan(0);
  expect(screen.getByRole('button', { name: 'Set Mock User' })).toBeDefined();
});

test('who is no administrator any more asks the server for nothing', () => {
  const { calls } = renderScreen(AdminPanelScreen, { user: someUser });
  expect(screen.getByText('This panel is for administrators only.')).toBeDefined();
  expect(calls).toEqual([]);
});
