import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setOutdated } from '../browser/outdated-page.ts';
import { AreaBoundary } from './area-boundary.tsx';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  setOutdated(false);
  vi.restoreAllMocks();
});

/** A screen that fails for as long as `fault.reason` says why. */
function Screen({ fault }: { fault: { thrown: unknown } }) {
  if (fault.thrown !== undefined) throw fault.thrown;
  return <p>The screen</p>;
}

function show(thrown: unknown) {
  const fault = { thrown };
  render(
    <>
      <p>The rest of the page</p>
      <AreaBoundary label="Settings">
        <Screen fault={fault} />
      </AreaBoundary>
    </>,
  );
  return fault;
}

test('a screen of the host that fails costs its own place only, and Try again shows it when the cause is gone', () => {
  const fault = show(new TypeError('pages is undefined'));
  expect(screen.getByRole('heading', { name: "Settings isn't available" })).toBeDefined();
  expect(screen.getByRole('alert').textContent).not.toContain('undefined');
  expect(screen.getByText('The rest of the page')).toBeDefined();

  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('heading', { name: "Settings isn't available" })).toBeDefined();
  fault.thrown = undefined;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('The screen')).toBeDefined();
});

test('an error that says something to people says it', () => {
  show(Object.assign(new Error('x'), { reason: 'Reload the page to get the matching one.' }));
  expect(screen.getByRole('alert').textContent).toContain('Reload the page to get the matching one.');
});

test('a screen that threw nothing at all is told too', () => {
  show(null);
  expect(screen.getByRole('heading', { name: "Settings isn't available" })).toBeDefined();
});

test('without a connection it says so, and comes by itself when there is one again', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const fault = show(new Error('Its files could not be loaded.'));
  expect(screen.getByRole('heading', { name: 'You are offline' })).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain("Settings opens automatically when you're online again.");
  fault.thrown = undefined;
  online.mockReturnValue(true);
  act(() => void window.dispatchEvent(new Event('online')));
  expect(screen.getByText('The screen')).toBeDefined();
});

test('a page whose files are gone for good offers the new version, also where that turns out later', () => {
  show(new Error('Loading chunk 7 failed'));
  act(() => setOutdated(true));
  expect(screen.getByRole('heading', { name: "There's a new version of Pagecast" })).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain('Reload the page to open Settings. Your drafts are saved.');
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});
