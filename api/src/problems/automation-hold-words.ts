import { whatIsUsedUp } from './budget-words.ts';
import { aiFailureWords } from './ai-failure-words.ts';
import { inWords } from '../http/retry-after.ts';
import type { ProblemOf } from './problem.ts';
import { secondsUntil } from './time-words.ts';

type Hold = ProblemOf<'insufficient_quota' | 'ai_not_usable' | 'ai_resting' | 'budget'>;

const ONCE_DONE = 'Automation goes on by itself once that is done; posts that come due meanwhile are left out.';

/** What all of somebody's automation waits for. */
export function automationHoldWords(problem: Hold, now: Date): string {
  switch (problem.code) {
    case 'insufficient_quota':
      return `${aiFailureWords('quota')} ${ONCE_DONE}`;
    case 'ai_not_usable':
      return `${aiFailureWords(problem.params.obstacle)} ${ONCE_DONE}`;
    case 'ai_resting':
      return `The AI takes no calls right now, and says that it will ${inWords(secondsUntil(problem.params.until, now))}. Automation goes on by itself then. Posts that come due until then are left out.`;
    case 'budget':
      return `${whatIsUsedUp(problem.params)} Automation goes on tomorrow. Posts that come due until then are left out.`;
  }
}
