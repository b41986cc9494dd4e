import type { EmojiHabit, PageVoice } from '../../contract/page-voice.ts';

const EMOJI: Readonly<Record<Exclude<EmojiHabit, 'as it fits'>, string>> = {
  none: 'Use no emoji.',
  'a few': 'Use one to three emoji.',
  many: 'Use many emoji.',
};

const NEVER_USED = 'Words it never uses';
const avoided = ({ wordsToAvoid }: PageVoice) => wordsToAvoid.join(', ');

/** The rule of those among the rules of a voice; undefined where there are none. */
export const avoidingRule = (voice: PageVoice): string | undefined => said(NEVER_USED, avoided(voice))[0];

/** What the AI is told of how a page speaks, a rule a line; null where its owner left all of it empty. */
export function voiceRules(voice: PageVoice): string | null {
  const rules = [
    ...said('How the page sounds', voice.tone),
    ...said('Who it writes for', voice.audience),
    ...said('Its mix of languages', voice.languageMix),
    ...said('Words it likes', voice.wordsToUse.join(', ')),
    ...said(NEVER_USED, avoided(voice)),
    ...(voice.emoji === 'as it fits' ? [] : [EMOJI[voice.emoji]]),
    ...said('Hashtags', voice.hashtags),
    ...(voice.signOff === '' ? [] : [`End with these words: ${voice.signOff}`]),
    ...(voice.facts === '' ? [] : [`What is true of the page, to be used where it fits:\n${voice.facts}`]),
  ];
  return rules.length === 0 ? null : rules.join('\n');
}

/** All that a person has said of the page: what a text claims of it has its source here. */
export function factsOf({ facts, signOff, variables, snippets, hashtagSets, wordsToUse }: PageVoice): string {
  return [
    facts,
    signOff,
    ...variables.map(({ value }) => value),
    ...snippets.map(({ text }) => text),
    ...hashtagSets.map(({ tags }) => tags),
    ...wordsToUse,
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function said(what: string, words: string): string[] {
  return words === '' ? [] : [`${what}: ${words}`];
}
