import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteFailure } from './last-failure.ts';
import { toastStore } from './toast-store.ts';
import { Toaster } from './toaster.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function show() {
  const store = toastStore();
  render(<Toaster store={store} />);
  return store;
}

test('good news is a status, bad news an alert, and both regions are there before anything is said', () => {
  const store = show();
  const [status, alert] = [screen.getByRole('status'), screen.getByRole('alert')];
  act(() => store.notify({ tone: 'default', title: 'Post Scheduled', description: 'It goes out tomorrow.' }));
  expect(status.textContent).toBe('Post ScheduledIt goes out tomorrow.');
  expect(alert.textContent).toBe('');
  act(() => store.notify({ tone: 'destructive', title: 'Publish Failed' }));
  expect(status.textContent).toBe('');
  expect(alert.textContent).toBe('Publish Failed');
});

test('its button sends a toast away at once', () => {
  const store = show();
  act(() => store.notify({ tone: 'default', title: 'Post Deleted' }));
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
  expect(screen.queryByText('Post Deleted')).toBeNull();
});

test('what can be done about it is a button, which sends the toast away', () => {
  const store = show();
  const undo = vi.fn();
  act(() => store.notify({ tone: 'default', title: 'Schedule Updated', action: { label: 'Undo', run: undo } }));
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(undo).toHaveBeenCalledTimes(1);
  expect(screen.queryByText('Schedule Updated')).toBeNull();
});

test.each([
  ['the pointer rests on it', fireEvent.mouseEnter, fireEvent.mouseLeave],
  ['the focus is in it', fireEvent.focus, fireEvent.blur],
])('a toast waits while %s', (_, enter, leave) => {
  const store = show();
  act(() => store.notify({ tone: 'default', title: 'Post Deleted' }));
  const inside = screen.getByText('Post Deleted');
  const toast = screen.getByRole('status').firstElementChild ?? inside;
  enter(toast);
  act(() => {
    vi.advanceTimersByTime(60_000);
  });
  expect(screen.getByText('Post Deleted')).toBe(inside);
  leave(toast);
  act(() => {
    vi.advanceTimersByTime(5000);
  });
  expect(screen.queryByText('Post Deleted')).toBeNull();
});

test('what can be done for so long counts down, and goes away though somebody looks at it', () => {
  const store = show();
  const action = { label: 'Undo', run: () => {}, forMs: 5000 };
  act(() => store.notify({ tone: 'default', title: 'Publishing in 5 Seconds', action }));
  expect(screen.getByRole('button', { name: 'Undo' }).textContent).toBe('Undo(5)');
  fireEvent.mouseEnter(screen.getByRole('status').firstElementChild ?? document.body);
  act(() => {
    vi.advanceTimersByTime(2000);
  });
  expect(screen.getByRole('button', { name: 'Undo' }).textContent).toBe('Undo(3)');
  act(() => {
    vi.advanceTimersByTime(3000);
  });
  expect(screen.queryByText('Publishing in 5 Seconds')).toBeNull();
});

test('bad news carry status and body of a failed write behind their sentence, other news nothing', async () => {
  const store = show();
  noteFailure(
    Object.assign(new Error('409: {"message":"The post has changed."}'), { status: 409, requestId: 'req-1' }),
  );
  act(() => store.notify({ tone: 'destructive', title: 'Update Failed', description: 'The post has changed.' }));
  const details = screen.getByRole('group');
  expect(details.hasAttribute('open')).toBe(false);
  expect(details.querySelector('pre')?.textContent).toBe('409: {"message":"The post has changed."}\nRequest ID req-1');

  act(() => store.notify({ tone: 'default', title: 'Content Copied' }));
  expect(screen.queryByRole('group')).toBeNull();
  vi.advanceTimersByTime(1);
  act(() => store.notify({ tone: 'destructive', title: 'Copy Failed' }));
  expect(screen.queryByRole('group')).toBeNull();
});

test.each([
  ['got no answer', Object.assign(new Error('Pagecast cannot be reached.'), { status: 0 })],
  ['failed with nothing', null],
  ['failed with what has no message', { status: 409 }],
])('a write that %s has no details', (_, error) => {
  const store = show();
  noteFailure(error);
  act(() => store.notify({ tone: 'destructive', title: 'Update Failed' }));
  expect(screen.queryByRole('group')).toBeNull();
});
