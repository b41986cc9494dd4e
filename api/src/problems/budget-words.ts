/** Which of the day's budgets leaves nothing for another text, and why. */
export interface UsedUp {
  readonly whose: 'mine' | 'all';
  /** Millionths of a US dollar a day; null where that is not known. */
  readonly limitMicros: number | null;
  /** `open`: there is enough unless the texts that are being written cost as much as they may. */
  readonly because: 'open' | 'not-enough' | 'used-up';
}

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
