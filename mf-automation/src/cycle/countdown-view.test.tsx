// @vitest-environment jsdom
import { renderScreen } from '@pagecast/shell/kit/testing';
import { act, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { buildSettings } from '../testing.ts';
import { CountdownView } from './countdown-view.tsx';
import { serverAhead } from './server-time.ts';

afterEach(() => {
  vi.useRealTimers();
});

const HOUR_MS = 3_600_000;

/**
 * A running automation, `leftMs` before its next cycle by the server's clock, which is `aheadMs` ahead of this
 * computer's.
 */
function show({ leftMs, aheadMs = 0 }: { leftMs: number; aheadMs?: number }) {
  vi.useFakeTimers();
  const receivedAt = Date.now();
  const now = receivedAt + aheadMs;
  const settings = buildSettings({
    isEnabled: true,
    now: new Date(now).toISOString(),
    lastRunAt: new Date(now + leftMs - 6 * HOUR_MS).toISOString(),
  });
  renderScreen(() => <CountdownView settings={settings} ahead={serverAhead(settings.now, receivedAt)} />);
}
const pass = (ms: number) => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};
const clock = () => screen.getByRole('timer').textContent;

test('an automation that is off has not started', () => {
  renderScreen(() => <CountdownView settings={buildSettings()} ahead={0} />);
  expect(screen.getByRole('status').textContent).toBe('Automation Not Started');
  expect(screen.queryByRole('timer')).toBeNull();
});

test('the clock counts down each second and is marked Scheduled', () => {
  show({ leftMs: 2 * HOUR_MS - 500 });
  expect(clock()).toBe('02:00:00');
  expect(screen.getByText('Scheduled')).toBeDefined();
  pass(1000);
  expect(clock()).toBe('01:59:59');
  pass(1000);
  expect(clock()).toBe('01:59:58');
});

test.each([
  ['hours behind', 5 * HOUR_MS],
  ['hours ahead', -5 * HOUR_MS],
])('it is right on a computer whose clock is %s', (_, aheadMs) => {
  show({ leftMs: 600_000, aheadMs });
  expect(clock()).toBe('00:10:00');
});

test('the last five minutes are Coming Soon, and then it is ready', () => {
  show({ leftMs: 302_000 });
  expect(screen.getByText('Scheduled')).toBeDefined();
  pass(3000);
  expect(screen.getByText('Coming Soon')).toBeDefined();
  pass(300_000);
  expect(screen.getByRole('status').textContent).toBe('Ready for next generation cycle');
  expect(screen.queryByRole('timer')).toBeNull();
});

test('what is announced changes with the state, not each second', () => {
  show({ leftMs: 310_000 });
  const announced = () => screen.getByRole('status').textContent;
  const first = announced();
  expect(first).toMatch(/^The next generation cycle starts at /);
  pass(5000);
  expect(announced()).toBe(first);
  pass(6000);
  expect(announced()).toMatch(/^Less than five minutes until the next generation cycle, at /);
});
