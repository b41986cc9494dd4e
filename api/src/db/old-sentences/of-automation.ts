import { AI_FAILURES, type AiFailure, type AutomationReason } from '../../contract/automation-reasons.ts';
import { AI_OBSTACLES, type StoredProblem } from '../../contract/problems.ts';
import { reader } from './sentence.ts';

/** How the AI's failures were told. */
const FAILURES: Readonly<Record<AiFailure, string | readonly string[]>> = {
  'no-key': 'No AI key is set up. Ask your administrator to add one.',
  'bad-key': 'The AI key is not accepted. Ask your administrator to check it.',
  'no-model': 'The AI model that is set up cannot be used. Ask your administrator to check it.',
  quota: 'The AI account has run out of credit. Ask your administrator to top it up.',
  busy: ['The AI is busy right now. Wait a moment and try again.', 'The AI is busy right now. Try again {when}.'],
  'bad-setup': 'The AI does not take our request as it is set up. Ask your administrator to check it.',
  'too-long': 'The request is too long for the AI. Shorten it and try again.',
  refused: 'The AI declined to write about this. Change the topic and try again.',
  empty: 'The AI sent back an empty text. Try again, or change the topic.',
  unusable: 'The AI sent back something that is not an article. Try again.',
  'cut-off': 'The text was cut off before it was finished. Try again, or ask for a shorter one.',
  garbled: 'The AI sent back something that cannot be read. Try again.',
  'too-much': 'The AI sent back far more than was asked for. Try again.',
  'broken-off': 'The AI stopped in the middle of the text. Try again.',
  stopped: 'Writing was stopped before the text was finished.',
  slow: 'The AI took too long to answer. Try again.',
  down: 'The AI does not answer right now. Try again {when}.',
};

const plain = (
  code: Exclude<
    AutomationReason['code'],
    | 'too_long'
    | 'rejected'
    | 'unsourced_claims'
    | 'avoided_words'
    | 'rule_used_up'
    | 'wrong_language'
    | 'objectionable'
    | 'ai'
    | 'problem'
    | 'other'
  >,
  text: string,
  kept: string = code,
) => reader<AutomationReason>(kept, text, () => ({ code, params: {} }));

/** Why nothing came of a slot. */
export const OF_SLOTS = [
  plain('stopped', 'You stopped automation before it was made.'),
  plain('switched_off', 'You switched automation off for this page.'),
  plain('skipped', 'You left it out.'),
  plain('cleared', 'You cleared the queue.'),
  plain('next_cycle', 'The next cycle began before it was made.'),
  plain('page_paused', 'The page was paused after three failures in a row.'),
  plain('no_access', 'Your access to Pagecast has been withdrawn.'),
  plain('page_removed', 'The page was removed.'),
  plain('not_connected', 'The page is not connected.'),
  plain('too_late', 'It could not go out within an hour of its time, so it was dropped.'),
  plain(
    'too_similar',
    'Twice the AI wrote what the page has had in the last 90 days. Give the AI more to write about in the content scope.',
  ),
  plain('interrupted', 'Pagecast was interrupted twice while the AI was writing. No third text was paid for.'),
  plain('undecided', 'Nobody decided on the draft for a week.'),
  plain('deleted', 'Its post was deleted before it went out.'),
  plain('taken_off', 'Its post was taken off the schedule.'),
  plain(
    'missed',
    'It could not go out within an hour of its time. With your changes in it, it waits for you among the scheduled posts.',
  ),
  plain('not_published', 'The post could not be published.', 'refused'),
  plain('empty', 'The AI sent back an empty text.'),
  plain('declined', 'The AI declined to write about this. Change the content scope of the page.', 'refused'),
  plain('unfinished', 'The AI left gaps to fill in. Put what it needs to know into the content scope.'),
  reader<AutomationReason>(
    'too_long',
    'The AI wrote more than {number} characters. Ask for shorter posts in the content scope.',
    ({ number }) => ({
      code: 'too_long',
      params: { maxLength: Number(number) },
    }),
  ),
  ...AI_FAILURES.map((failure) =>
    reader<AutomationReason>(failure, FAILURES[failure], () => ({ code: 'ai', params: { failure } })),
  ),
];

const ONCE_DONE = 'Automation goes on by itself once that is done; posts that come due meanwhile are left out.';
const TOMORROW = 'Automation goes on tomorrow. Posts that come due until then are left out.';
const micros = (dollars: string | undefined) =>
  dollars === undefined ? null : Math.round(Number(dollars) * 1_000_000);

const budgets = (because: 'open' | 'not-enough' | 'used-up', mine: string, all: string) =>
  (
    [
      ['mine', mine, 'AI budget of ${dollars} a day'],
      ['all', all, 'AI budget that everybody here shares of ${dollars} a day'],
    ] as const
  ).map(([whose, text, budget]) =>
    reader<StoredProblem>('budget', `${text.replace('*', budget)} ${TOMORROW}`, ({ dollars }) => ({
      code: 'budget',
      action: null,
      params: { whose, limitMicros: micros(dollars), because },
    })),
  );

/** What all of somebody's automation waited for. */
export const OF_HELD_AUTOMATION = [
  reader<StoredProblem>('insufficient_quota', `${FAILURES.quota as string} ${ONCE_DONE}`, () => ({
    code: 'insufficient_quota',
    action: null,
    params: {},
  })),
  ...AI_OBSTACLES.map((obstacle) =>
    reader<StoredProblem>('ai_not_usable', `${FAILURES[obstacle] as string} ${ONCE_DONE}`, () => ({
      code: 'ai_not_usable',
      action: null,
      params: { obstacle },
    })),
  ),
  reader<StoredProblem>(
    'ai_resting',
    'The AI takes no calls right now, and says that it will {when}. Automation goes on by itself then. Posts that come due until then are left out.',
    ({ when = '' }, { at }) => ({
      code: 'ai_resting',
      action: null,
      params: { until: new Date(at.getTime() + secondsOf(when) * 1000).toISOString() },
    }),
  ),
  ...budgets('used-up', 'Your * is used up.', 'The * is used up.'),
  ...budgets(
    'not-enough',
    'What is left of your * is not enough for another text.',
    'What is left of the * is not enough for another text.',
  ),
  ...budgets(
    'open',
    'The texts that are being written right now may use up your *.',
    'The texts that are being written right now may use up the *.',
  ),
  reader<StoredProblem>(
    'budget',
    'Your budget for the AI of ${dollars} a day is used up. Automation goes on tomorrow; posts that come due until then are left out.',
    ({ dollars }) => ({
      code: 'budget',
      action: null,
      params: { whose: 'mine', limitMicros: micros(dollars), because: 'used-up' },
    }),
  ),
  reader<StoredProblem>(
    'budget',
    'The budget for the AI of everybody here is used up. Automation goes on tomorrow; posts that come due until then are left out.',
    () => ({
      code: 'budget',
      action: null,
      params: { whose: 'all', limitMicros: null, because: 'used-up' },
    }),
  ),
];

/** 'in about 3 minutes' */
function secondsOf(when: string): number {
  const [, count = 'a', unit = 'second'] = /(\d+|a) (second|minute|hour)/.exec(when) ?? [];
  const seconds = { second: 1, minute: 60, hour: 3600 }[unit] ?? 1;
  return (count === 'a' ? 1 : Number(count)) * seconds;
}
