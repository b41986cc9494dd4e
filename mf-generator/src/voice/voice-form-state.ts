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
