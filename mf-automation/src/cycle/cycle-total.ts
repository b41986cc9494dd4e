import type { AutomationSettings } from '@pagecast/api/contract';
import { planCycle } from './cycle-plan.ts';

export interface CycleTotal {
  readonly pages: number;
  readonly posts: number;
  /** Of the posts: they wait for their owner's approval. */
  readonly drafts: number;
  /** Asked for, and left out because they do not fit. */
  readonly leftOut: number;
  /** Switched on, and still without posts: not connected, or paused. */
  readonly idlePages: number;
  /** How far apart the posts of a page stay. */
  readonly spacingMinutes: number;
}

/** What one cycle over all pages comes to. */
export function totalOf(
  {
    regenerationFrequency,
    pageConfigurations,
  }: Pick<AutomationSettings, 'regenerationFrequency' | 'pageConfigurations'>,
  spacingMinutes: number,
): CycleTotal {
  const enabled = pageConfigurations.filter((page) => page.isEnabled);
  const working = enabled.filter((page) => page.isAvailable && page.pause === null);
  const plans = working.map((page) => ({
    page,
    plan: planCycle(regenerationFrequency, page.contentCount, spacingMinutes),
  }));
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    pages: working.length,
    posts: sum(plans.map(({ plan }) => plan.offsets.length)),
    drafts: sum(plans.map(({ page, plan }) => (page.mode === 'draft' ? plan.offsets.length : 0))),
    leftOut: sum(plans.map(({ plan }) => plan.asked - plan.offsets.length)),
    idlePages: enabled.length - working.length,
    spacingMinutes,
  };
}

const count = (number: number, noun: string) => `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

/** 'Every post', '1 post', '3 posts'. */
function postsOf(number: number, all: number): string {
  return number === all ? 'Every post' : count(number, 'post');
}

/** The plan in sentences, for somebody who is about to switch it on. */
export function describeTotal(total: CycleTotal, frequencyHours: number): string[] {
  if (total.posts === 0) return ['Nothing would be posted. Turn on at least one connected page below.'];
  const every = frequencyHours === 1 ? 'every hour' : `every ${frequencyHours} hours`;
  const direct = total.posts - total.drafts;
  return [
    `${count(total.posts, 'post')} ${every} on ${count(total.pages, 'page')}.`,
    ...(direct > 0 ? [`${postsOf(direct, total.posts)} will be published without review.`] : []),
    ...(total.drafts > 0 ? [`${postsOf(total.drafts, total.posts)} will wait for approval.`] : []),
    ...(total.leftOut > 0
      ? [`${count(total.leftOut, 'more post')} won't fit at ${total.spacingMinutes} minutes apart.`]
      : []),
    ...(total.idlePages > 0
      ? [
          `${count(total.idlePages, 'page')} ${total.idlePages === 1 ? 'is' : 'are'} turned on, ` +
            'but paused or not connected.',
        ]
      : []),
  ];
}
