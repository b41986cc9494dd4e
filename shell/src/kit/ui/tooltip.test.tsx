import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { IconButton, Tooltip } from '../index.ts';
import { renderScreen } from '../testing.tsx';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

test('the name of an icon shows after 700 ms of pointing at it, and goes when the pointer leaves', async () => {
  renderScreen(() => <IconButton label="Delete" icon={<span aria-hidden>x</span>} />);
  const button = screen.getByRole('button', { name: 'Delete' });
  fireEvent.pointerEnter(button, { pointerType: 'mouse' });
  await wait(699);
  expect(screen.queryByText('Delete')).toBeNull();
  await wait(1);
  // A screen reader has it from the button.
  expect(screen.getByText('Delete').closest('[aria-hidden=true]')).not.toBeNull();
  fireEvent.pointerLeave(button);
  await wait(500);
  expect(screen.queryByText('Delete')).toBeNull();
});

test('a finger opens no tooltip', async () => {
  renderScreen(() => <IconButton label="Delete" icon={<span aria-hidden>x</span>} />);
  fireEvent.pointerEnter(screen.getByRole('button'), { pointerType: 'touch' });
  await wait(2000);
  expect(screen.queryByText('Delete')).toBeNull();
});

test('the handlers of what it explains still run', () => {
  const onPointerEnter = vi.fn();
  renderScreen(() => (
    <Tooltip label="Why">
      <button type="button" onPointerEnter={onPointerEnter}>
        What
      </button>
    </Tooltip>
  ));
  fireEvent.pointerEnter(screen.getByRole('button'));
  expect(onPointerEnter).toHaveBeenCalledOnce();
});
