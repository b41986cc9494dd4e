import type { PageVoice, ProposedVoice } from '@pagecast/api/contract';

/** A voice as its form holds it: lists of words are texts there. */
export type VoiceFields = Omit<PageVoice, 'wordsToUse' | 'wordsToAvoid'> & {
  readonly wordsToUse: string;
  readonly wordsToAvoid: string;
};

export function fieldsOf(voice: PageVoice): VoiceFields {
  return { ...voice, wordsToUse: voice.wordsToUse.join(', '), wordsToAvoid: voice.wordsToAvoid.join(', ') };
}

/** What is saved. Rows that say nothing yet are left out. */
export function voiceOf(fields: VoiceFields): PageVoice {
  return {
    ...fields,
    wordsToUse: wordsIn(fields.wordsToUse),
    wordsToAvoid: wordsIn(fields.wordsToAvoid),
    hashtagSets: fields.hashtagSets.filter(({ name, tags }) => !isBlank(name, tags)),
    snippets: fields.snippets.filter(({ name, text }) => !isBlank(name, text)),
    variables: fields.variables.filter(({ name, value }) => !isBlank(name, value)),
  };
}

/** What the AI read in the posts takes the place of what was there; where it read nothing, that stays. */
export function withProposed(fields: VoiceFields, { wordsToUse, ...proposed }: ProposedVoice): VoiceFields {
  const read = Object.fromEntries(Object.entries(proposed).filter(([, value]) => value !== ''));
  return { ...fields, ...read, ...(wordsToUse.length > 0 && { wordsToUse: wordsToUse.join(', ') }) };
}

/** What of the fields a proposal takes the place of, as it was before. */
export function replacedBy(fields: VoiceFields, voice: ProposedVoice): Partial<VoiceFields> {
  const proposed = withProposed(fields, voice);
  const names = Object.keys(fields) as (keyof VoiceFields)[];
  return Object.fromEntries(
    names.filter((name) => proposed[name] !== fields[name]).map((name) => [name, fields[name]]),
  );
}

/** What each part of a voice is called. */
const NAMES: Readonly<Record<keyof VoiceFields, string>> = {
  tone: 'Tone of voice',
  audience: 'Audience',
  languageMix: 'Language mix',
  emoji: 'Emoji',
  hashtags: 'Hashtags',
  signOff: 'Sign-off',
  wordsToUse: 'Words to use',
  wordsToAvoid: 'Words to avoid',
  facts: 'Facts',
  hashtagSets: 'Hashtag sets',
  snippets: 'Snippets',
  variables: 'Variables',
};

/**
 * A version that somebody else saved, with what was changed here since the one before.
 *
 * @returns also the names of what both have changed, each in another way
 */
export function withTheirs(
  theirs: VoiceFields,
  { base, mine }: { base: VoiceFields; mine: VoiceFields },
): { fields: VoiceFields; both: string[] } {
  const isOther = (one: VoiceFields, other: VoiceFields) => (name: keyof VoiceFields) =>
    JSON.stringify(one[name]) !== JSON.stringify(other[name]);
  const changed = (Object.keys(NAMES) as (keyof VoiceFields)[]).filter(isOther(mine, base));
  return {
    fields: { ...theirs, ...Object.fromEntries(changed.map((name) => [name, mine[name]])) },
    both: changed
      .filter(isOther(theirs, base))
      .filter(isOther(theirs, mine))
      .map((name) => NAMES[name]),
  };
}

/** Words and phrases with commas or new lines between them. */
function wordsIn(text: string): string[] {
  return [
    ...new Set(
      text
        .split(/[,\n]/)
        .map((word) => word.trim())
        .filter((word) => word !== ''),
    ),
  ];
}

function isBlank(...texts: readonly string[]): boolean {
  return texts.every((text) => text.trim() === '');
}
