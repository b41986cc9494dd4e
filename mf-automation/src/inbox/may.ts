import type { Proposal } from '@pagecast/api/contract';

/** A release before shared pages tells of one's own pages alone. */
export const mayDecide = ({ may }: Proposal) => may?.decide ?? true;
export const mayChange = ({ may }: Proposal) => may?.change ?? true;
/** Somebody approved it before: whoever took it off the schedule leaves the rest to them. */
export const isTakenBack = ({ reasons }: Proposal) => reasons.some(({ code }) => code === 'taken_back');
