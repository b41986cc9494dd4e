import { rejectedWords } from './rejection-words.ts';
import type { AutomationReason } from '../../contract/automation-reasons.ts';
import { aiFailureWords } from './ai-failure-words.ts';
import { problemWords } from './problem-words.ts';

const BY_ITS_OWNER = {
  stopped: 'You stopped automation before this post was written.',
  switched_off: 'You turned automation off for this page.',
  skipped: 'You skipped it.',
  cleared: 'You cleared the queue.',
} as const;

const OF_ITS_PAGE = {
  page_paused: 'The page was paused after three failures in a row.',
  page_removed: 'The page was removed.',
  not_connected: "The page isn't connected.",
} as const;

const TOO_SIMILAR =
  'The AI repeated a post from the last 90 days, twice. Give the AI more to write about in the content scope.';

/**
 * Why nothing came of a slot of automation, or why its draft waits, in words for its owner.
 * @param now the time of that, where it is known
 */
export function reasonWords(reason: AutomationReason, now: Date): string {
  switch (reason.code) {
    case 'stopped':
    case 'switched_off':
    case 'skipped':
    case 'cleared':
      return BY_ITS_OWNER[reason.code];
    case 'rejected':
      return rejectedWords(reason.params);
    case 'next_cycle':
      return 'The next cycle began before this post was written.';
    case 'page_paused':
    case 'page_removed':
    case 'not_connected':
      return OF_ITS_PAGE[reason.code];
    case 'no_access':
      return 'Your access to Pagecast was withdrawn.';
    case 'too_late':
      return "It couldn't go out within an hour of its time, so it was skipped.";
    case 'too_similar':
      return TOO_SIMILAR;
    case 'interrupted':
      return 'Pagecast was interrupted twice while the AI was writing. We stopped after two tries to save your budget.';
    case 'undecided':
      return "The draft wasn't approved within a week.";
    case 'deleted':
      return 'The post was deleted before it went out.';
    case 'taken_off':
      return 'The post was unscheduled.';
    case 'missed':
      return "It couldn't go out within an hour of its time. Because you edited it, we kept it in Scheduled Posts.";
    case 'not_published':
      return "The post couldn't be published.";
    case 'empty':
      return 'The AI sent back an empty text.';
    case 'too_long':
      return tooLongWords(reason.params);
    case 'declined':
      return 'The AI declined to write about this. Change the content scope of the page.';
    case 'unfinished':
      return 'The AI left gaps to fill in. Add the missing details to the content scope.';
    case 'unsourced_claims':
      return unsourcedWords(reason.params);
    case 'avoided_words':
      return `It uses words that this page avoids: ${quoted(reason.params.words)}.`;
    case 'rule_used_up':
      return ruleUsedUpWords(reason.params);
    case 'wrong_language':
      return `This post isn't in ${reason.params.asked}. It looks like ${reason.params.found}.`;
    case 'objectionable':
      return objectionWords(reason.params.categories);
    case 'ai':
      return aiFailureWords(reason.params.failure);
    case 'problem':
      return problemWords(reason.params.problem, { now });
    case 'other':
      return reason.params.message;
  }
}

function tooLongWords({ maxLength }: { maxLength: number }): string {
  return `The AI wrote more than ${maxLength} characters. Ask for shorter posts in the content scope.`;
}

function ruleUsedUpWords({ postsPerDay }: { postsPerDay: number }): string {
  const posts = postsPerDay === 1 ? '1 post' : `${postsPerDay} posts`;
  return `The approval rule of this page has approved its ${posts} for that day.`;
}

function objectionWords(categories: readonly string[]): string {
  return `The AI's provider objects to this text (${categories.join(', ')}). Read it before it's published.`;
}

/** '2 claims have no source: “RM 4.99”, “the best”.' */
function unsourcedWords({ claims, count }: { claims: readonly string[]; count: number }): string {
  const more = count > claims.length ? ` and ${count - claims.length} more` : '';
  return `${count === 1 ? '1 claim has' : `${count} claims have`} no source: ${quoted(claims)}${more}.`;
}

function quoted(words: readonly string[]): string {
  return words.map((word) => `“${word}”`).join(', ');
}
