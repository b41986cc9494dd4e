import { SPACING_MINUTES, type AutomationSettings } from '@pagecast/api/contract';
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
}

/** What one cycle over all pages comes to. */
export function totalOf({
  regenerationFrequency,
  pageConfigurations,
}: Pick<AutomationSettings, 'regenerationFrequency' | 'pageConfigurations'>): CycleTotal {
  const enabled = pageConfigurations.filter((page) => page.isEnabled);
  const working = enabled.filter((page) => page.isAvailable && page.pause === null);
  const plans = working.map((page) => ({ page, plan: planCycle(regenerationFrequency, page.contentCount) }));
  const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
  return {
    pages: working.length,
    posts: sum(plans.map(({ plan }) => plan.offsets.length)),
    drafts: sum(plans.map(({ page, plan }) => (page.mode === 'draft' ? plan.offsets.length : 0))),
    leftOut: sum(plans.map(({ plan }) => plan.asked - plan.offsets.length)),
    idlePages: enabled.length - working.length,
  };
}

const count = (number: number, noun: string) => `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;

/** 'Every text goes', '1 text goes', '3 texts go'. */
function textsThat(verb: 'go' | 'wait', number: number, all: number): string {
  const third = verb === 'go' ? 'goes' : 'waits';
  if (number === all) return `Every text ${third}`;
  return number === 1 ? `1 text ${third}` : `${number.toLocaleString('en')} texts ${verb}`;
}

/** The plan in sentences, for somebody who is about to switch it on. */
export function describeTotal(total: CycleTotal, frequencyHours: number): string[] {
  if (total.posts === 0) return ['No page would post: switch on at least one connected page below.'];
  const every = frequencyHours === 1 ? 'every hour' : `every ${frequencyHours} hours`;
  const direct = total.posts - total.drafts;
  return [
    `${count(total.posts, 'post')} ${every} on ${count(total.pages, 'page')}.`,
    ...(direct > 0 ? [`${textsThat('go', direct, total.posts)} out without a further look.`] : []),
    ...(total.drafts > 0 ? [`${textsThat('wait', total.drafts, total.posts)} for your approval.`] : []),
    ...(total.leftOut > 0
      ? [`${count(total.leftOut, 'more post')} would not fit at ${SPACING_MINUTES} minutes apart.`]
      : []),
    ...(total.idlePages > 0 ? [`${count(total.idlePages, 'page')} switched on, but paused or not connected.`] : []),
  ];
}
