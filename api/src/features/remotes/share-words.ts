import { worseWords } from '../../problems/readers-words.ts';
import type { Share } from './release-shares.repository.ts';
import type { ShareReason } from './share-reason.ts';

/** Such as "5% of people and 2 by name". */
export function extentWords({ percent, people }: Pick<Share, 'percent' | 'people'>): string {
  const named = people.length === 0 ? [] : [`${people.length} by name`];
  return [...(percent > 0 || named.length === 0 ? [`${percent}% of people`] : []), ...named].join(' and ');
}

/** For the audit log. Who is named is not among them: the list is with the share, and goes when an account does. */
export function factsOf({ version, percent, people, plan }: Share): object {
  return {
    version,
    percent,
    named: people.length,
    plan: plan?.map((step) => `${step.percent}%`).join(', ') ?? null,
  };
}

/** @returns a sentence for people; null where its state says all */
export function reasonWords(reason: ShareReason): string | null {
  switch (reason.code) {
    case 'moved':
      return reason.params.by === 'product'
        ? `An upgrade of Pagecast made ${reason.params.to} current.`
        : `Version ${reason.params.to} was made current.`;
    case 'refused':
      return reason.params.said;
    case 'worse':
      return worseWords(reason.params);
    default:
      return null;
  }
}
