import { expect, test } from 'vitest';
import { readUsage } from './graph-usage.ts';

/** What an answer about page 5 says, whose budget is used up. */
const regainOf = (wait: unknown) => {
  const [usage] = readUsage(
    new Headers({
      'x-business-use-case-usage': JSON.stringify({
        5: [{ type: 'pages', call_count: 100, total_cputime: 1, total_time: 1, estimated_time_to_regain_access: wait }],
      }),
    }),
    null,
  );
  return usage?.regainMinutes;
};

test('a wait is a day at most, and what is none is as good as left out', () => {
  expect([12, 1440, 525_600, 1e15].map(regainOf)).toEqual([12, 1440, 1440, 1440]);
  expect([0, -5, '12', null, undefined].map(regainOf)).toEqual([null, null, null, null, null]);
});
