import { expect, test } from 'vitest';
import type { PageId } from '../../contract/ids.ts';
import { dueRounds } from './due-rounds.ts';

const PAGE = 7 as PageId;

/** Rounds over pages that are known to have something due, and what they do in what order. */
function scene({ pages = 0, mayClaim = true }) {
  const did: string[] = [];
  let known = pages;
  const rounds = dueRounds({
    due: {
      hasPages: () => known > 0,
      addPage() {
        known += 1;
      },
      async claimOfPages() {
        did.push('claim');
        known -= 1;
      },
    },
    mayClaim: async () => mayClaim,
    async poll() {
      did.push('poll');
    },
    isOver: () => false,
    onFailure: (error) => {
      throw error;
    },
  });
  return { rounds, did };
}

test('a page whose post has just fallen due is claimed of before the poll, the others after it', async () => {
  const { rounds, did } = scene({ pages: 2 });
  expect(await rounds.claimThenPoll([PAGE])).toBe(true);
  expect(did).toEqual(['claim', 'poll', 'claim', 'claim']);
});

test.each([
  ['a round for which nothing is known to be due', 0, ['poll']],
  ['one with pages of before', 1, ['poll', 'claim']],
])('%s begins with the poll', async (_, pages, expected) => {
  const { rounds, did } = scene({ pages });
  await rounds.claimThenPoll([]);
  expect(did).toEqual(expected);
});

test('a process that may not work claims nothing, whatever has fallen due', async () => {
  const { rounds, did } = scene({ mayClaim: false });
  await rounds.claimThenPoll([PAGE]);
  expect(did).toEqual([]);
});
