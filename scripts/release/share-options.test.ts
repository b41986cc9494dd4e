import { expect, test } from 'vitest';
import { shareIn } from './share-options.ts';

test.each([
  [{}, null],
  [{ share: '5' }, { percent: 5 }],
  [{ share: '5%' }, { percent: 5 }],
  [{ people: '4711, 4712' }, { percent: 0, people: ['4711', '4712'] }],
  [
    { share: '5, 25%,100', every: '30m', people: '4711' },
    {
      percent: 5,
      people: ['4711'],
      plan: [
        { percent: 25, afterMinutes: 30 },
        { percent: 100, afterMinutes: 30 },
      ],
    },
  ],
  [
    { share: '5,25', every: '2h' },
    { percent: 5, plan: [{ percent: 25, afterMinutes: 120 }] },
  ],
  [{ share: '5,25' }, { percent: 5, plan: [{ percent: 25, afterMinutes: null }] }],
])('%j asks for %j', (given, wanted) => expect(shareIn(given)).toEqual(wanted));

test.each([
  [{ share: '100' }, '100% is everybody'],
  [{ share: '101' }, 'whole percentages'],
  [{ share: '5.5' }, 'whole percentages'],
  [{ share: '-5' }, 'whole percentages'],
  [{ share: 'all' }, 'whole percentages'],
  [{ share: '5,' }, 'whole percentages'],
  [{ share: '5', every: '30m' }, '--share 5,25,100'],
  [{ share: '5,25', every: '30' }, 'such as 30m'],
  [{ share: '5,25', every: '0m' }, 'such as 30m'],
  [{ every: '30m' }, 'belongs to --share'],
])('%j is refused with how to say it', (given, words) => expect(() => shareIn(given)).toThrow(words));
