import { expect, test, vi } from 'vitest';
import { readableToast } from './readable-toast.ts';

test.each([
  [
    { tone: 'destructive', title: 'Failed', description: { code: 7 } },
    { tone: 'destructive', title: 'Failed' },
  ],
  [
    { tone: 'destructive', title: new Error('x') },
    { tone: 'destructive', title: 'Something went wrong' },
  ],
  [
    { tone: 'loud', title: 'Saved', details: ['a'] },
    { tone: 'default', title: 'Saved' },
  ],
  [
    { title: 'Saved', action: { label: {}, run: () => {} } },
    { tone: 'default', title: 'Saved' },
  ],
  [
    { title: 'Saved', action: { label: 'Undo' } },
    { tone: 'default', title: 'Saved' },
  ],
  [Object.assign(Object.create(null), { title: 3 }), { tone: 'default', title: '3' }],
  [null, { tone: 'default', title: 'Done' }],
  ['Saved', { tone: 'default', title: 'Done' }],
])('of whatever an area says, what can be shown is (%#)', (given, shown) =>
  expect(readableToast(given)).toEqual(shown),
);

test('what can be done about it is done as it was given, for a time that ends', () => {
  const run = vi.fn();
  const forMs = (given: unknown) => readableToast({ title: 'x', action: { label: 'Undo', run, forMs: given } }).action;
  expect([5000, Infinity, NaN, '9'].map((given) => forMs(given)?.forMs)).toEqual([5000, 60_000, 5000, 5000]);
  forMs(5000)?.run();
  expect(run).toHaveBeenCalledOnce();
});
