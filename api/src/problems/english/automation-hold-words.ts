import { whatIsUsedUp } from './budget-words.ts';
import { aiFailureWords } from './ai-failure-words.ts';
import { inWords } from '../../http/retry-after.ts';
import type { ProblemOf } from '../problem.ts';
import { secondsUntil } from './time-words.ts';

type Hold = ProblemOf<'insufficient_quota' | 'ai_not_usable' | 'ai_resting' | 'budget'>;

const ONCE_DONE = "Automation resumes automatically once that's done. Posts due before then are skipped.";

/** What all of somebody's automation waits for. */
export function automationHoldWords(problem: Hold, now: Date): string {
  switch (problem.code) {
    case 'insufficient_quota':
      return `${aiFailureWords('quota')} ${ONCE_DONE}`;
    case 'ai_not_usable':
      return `${aiFailureWords(problem.params.obstacle)} ${ONCE_DONE}`;
    case 'ai_resting':
      return (
        "The AI isn't accepting requests right now. It should be back " +
        `${inWords(secondsUntil(problem.params.until, now))}. Automation resumes automatically then. ` +
        'Posts due before then are skipped.'
      );
    case 'budget':
      return `${whatIsUsedUp(problem.params)} Automation resumes tomorrow. Posts due before then are skipped.`;
  }
}
