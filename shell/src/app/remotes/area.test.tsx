import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { HostApi, Remote } from '../../kit/index.ts';
import { memoryRouter } from '../../kit/memory-router.tsx';
import { someUser } from '../../kit/testing.tsx';
import { Area } from './area.tsx';
import { buildRelease, previousRelease } from './build-release.ts';
import { remoteLoader } from './remote-loader.ts';

const release = buildRelease();
const host: HostApi = { version: 1, user: someUser, router: memoryRouter('/history').seam, notify: () => {} };

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** A page with one area and something beside it. Each try of the remote takes the next answer; the last one stays. */
async function show(answers: (Remote | Error)[], path = '/history', first = release) {
  let current = first;
  const toasts: string[] = [];
  const load = vi.fn(async () => {
    const next = answers.length > 1 ? answers.shift() : answers[0];
    if (next === undefined || next instanceof Error) throw next ?? new Error('No answer left');
    return { remote: next };
  });
  const loader = remoteLoader({ register: () => {}, load, phaseOf: () => 'manifest', giveUp: () => {}, show: () => {} });
  const page = () => (
    <>
      <p>The rest of the page</p>
      <Area release={current} path={path} label="Post History" host={{ ...host, notify: ({ title }) => { toasts.push(title); } }} loader={loader} />
    </>
  );
  // Awaited, because what suspends goes on only inside `act`.
  const { rerender, unmount } = await act(async () => render(page()));
  const publish = (version: string) => {
    current = buildRelease({ version, manifestUrl: `/remotes/mf_history/${version}/mf-manifest.json` });
    return act(async () => rerender(page()));
  };
  return { load, toasts, publish, rerender: () => act(async () => rerender(page())), leave: unmount, comeBack: () => act(async () => { render(page()); }) };
}

const tryAgain = () => act(async () => { fireEvent.click(screen.getByRole('button', { name: 'Try again' })); });

const working: Remote = { '/history': ({ host: given }) => <h1>History of {given.user.firstName}</h1> };
const breaking: Remote = { '/history': () => { throw new TypeError('posts is undefined'); } };

test('the remote\'s screen for the path appears, with the host handed to it', async () => {
  await show([working]);
  expect(screen.getByRole('heading', { name: 'History of Mina' })).toBeDefined();
});

test('a remote that is here already shows at once, with nothing in its place before', async () => {
  const loader = remoteLoader({ register: () => {}, load: async () => ({ remote: working }), phaseOf: () => 'manifest', giveUp: () => {}, show: () => {} });
  await loader.load(release);
  render(<Area release={release} path="/history" label="Post History" host={host} loader={loader} />);
  expect(screen.getByRole('heading', { name: 'History of Mina' })).toBeDefined();
});

test('a remote that cannot be loaded costs its own area only, and comes back by Try again', async () => {
  const { load } = await show([new Error('down'), working]);
  const card = screen.getByRole('alert');
  expect(card.textContent).toContain('Post History is not available');
  expect(card.textContent).toContain('Its files could not be loaded. The other areas are not affected.');
  expect(screen.getByText('The rest of the page')).toBeDefined();

  await tryAgain();
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'History of Mina' }));
  expect(load).toHaveBeenCalledTimes(2);
});

test('a try that fails again shows the card again', async () => {
  const { load } = await show([new Error('down')]);
  await tryAgain();
  expect(screen.getByRole('heading', { name: 'Post History is not available' })).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
});

test('a screen that fails while it renders stays inside its area, and tells nothing of the program', async () => {
  await show([breaking, working]);
  const card = screen.getByRole('alert');
  expect(card.textContent).toContain('Something in this area went wrong. The other areas are not affected.');
  expect(card.textContent).not.toContain('undefined');
  expect(screen.getByText('The rest of the page')).toBeDefined();

  await tryAgain();
  expect(screen.getByRole('heading', { name: 'History of Mina' })).toBeDefined();
});

test('a version that fails before anybody saw it gives its place to the one before', async () => {
  await show([breaking, working], '/history', buildRelease({ previous: previousRelease }));
  expect(screen.getByRole('heading', { name: 'History of Mina' })).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('where both fail, the area says so, and another try begins with the newest', async () => {
  const { load } = await show([breaking, breaking, working], '/history', buildRelease({ previous: previousRelease }));
  screen.getByRole('alert');
  expect(load).toHaveBeenCalledTimes(2);
  await tryAgain();
  expect(screen.getByRole('heading', { name: 'History of Mina' })).toBeDefined();
});

test('a remote without a screen for the path is told like any other failure', async () => {
  await show([working], '/elsewhere');
  expect(screen.getByRole('heading', { name: 'Post History is not available' })).toBeDefined();
});

test('drawing the page again asks for nothing again', async () => {
  const { load, rerender } = await show([new Error('down')]);
  screen.getByRole('alert');
  await rerender();
  await rerender();
  expect(load).toHaveBeenCalledTimes(1);
});

test('a new visit after a failure is a new try', async () => {
  const { load, leave, comeBack } = await show([new Error('down'), working]);
  screen.getByRole('alert');
  leave();
  await comeBack();
  expect(screen.getByRole('heading', { name: 'History of Mina' })).toBeDefined();
  expect(load).toHaveBeenCalledTimes(2);
});

const newer: Remote = { '/history': () => <h1>The new history</h1> };

test('a version that is released meanwhile is offered, and comes when it is asked for', async () => {
  const { publish } = await show([working, newer]);
  await publish('3');
  expect(screen.getByRole('heading', { name: 'History of Mina' })).toBeDefined();
  expect(screen.getByRole('status').textContent).toContain('There is a new version of Post History.');
  await act(async () => { fireEvent.click(screen.getByRole('button', { name: 'Show it' })); });
  expect(screen.getByRole('heading', { name: 'The new history' })).toBeDefined();
  expect(screen.queryByRole('status')).toBeNull();
});

test('it never comes under a form that holds unsaved work', async () => {
  const { publish, toasts } = await show([working, newer]);
  const guard = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', guard);
  await publish('3');
  await act(async () => { fireEvent.click(screen.getByRole('button', { name: 'Show it' })); });
  expect([screen.queryByRole('heading', { name: 'The new history' }), toasts]).toEqual([null, ['You have unsaved changes']]);
  window.removeEventListener('beforeunload', guard);
});

test('a new visit begins with the newest version, without asking', async () => {
  const { publish, leave, comeBack } = await show([working, newer]);
  await publish('3');
  leave();
  await comeBack();
  expect(screen.getByRole('heading', { name: 'The new history' })).toBeDefined();
});
