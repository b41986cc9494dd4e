import type { UsedUp } from '../problem.ts';

/** 'Your AI budget of $5.00 a day is used up.' */
export function whatIsUsedUp({ whose, limitMicros, because }: UsedUp): string {
  const limit = limitMicros === null ? '' : ` of $${(limitMicros / 1_000_000).toFixed(2)} a day`;
  const budget = `${whose === 'mine' ? 'your' : 'the shared'} AI budget${limit}`;
  switch (because) {
    case 'used-up':
      return `${budget[0]?.toUpperCase()}${budget.slice(1)} is used up.`;
    case 'not-enough':
      return `Not enough is left of ${budget} for another post.`;
    case 'open':
      return `The posts being written right now may use up ${budget}.`;
  }
}
