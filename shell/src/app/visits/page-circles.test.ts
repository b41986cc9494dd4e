// @vitest-environment jsdom
import { beforeEach, expect, test, vi } from 'vitest';
import { stopPageCircles } from './page-circles.ts';

const HISTORY = { name: 'mf_history', version: '1.0.0' };
const told = vi.fn();

beforeEach(() => {
  sessionStorage.clear();
  told.mockClear();
  vi.useFakeTimers();
});

/** A page that comes after the last one. @returns whether it stays when its script leads elsewhere */
function nextPage({ isOfShell = false, isPressed = false, sameDocument = false } = {}): boolean {
  const navigation = new EventTarget();
  stopPageCircles({
    navigation,
    openArea: () => (isOfShell ? null : HISTORY),
    isPressed: () => isPressed,
    onCircle: told,
  });
  const event = Object.assign(new Event('navigate', { cancelable: true }), {
    userInitiated: false,
    hashChange: false,
    downloadRequest: null,
    destination: { sameDocument },
  });
  navigation.dispatchEvent(event);
  return event.defaultPrevented;
}

test('an area that loads its page anew again and again is stopped at the third time, and told of', () => {
  expect([nextPage(), nextPage()]).toEqual([false, false]);
  expect(told).not.toHaveBeenCalled();
  expect([nextPage(), nextPage()]).toEqual([true, true]);
  expect(told).toHaveBeenCalledWith(HISTORY);
});

test('pages that somebody leaves, or that are left at times, are left', () => {
  const pages = Array.from({ length: 5 }, () => {
    vi.advanceTimersByTime(20_000);
    return nextPage();
  });
  const pressed = Array.from({ length: 5 }, () => nextPage({ isPressed: true }));
  const within = Array.from({ length: 5 }, () => nextPage({ sameDocument: true }));
  const ofShell = Array.from({ length: 5 }, () => nextPage({ isOfShell: true }));
  expect([pages, pressed, within, ofShell].flat()).not.toContain(true);
});
