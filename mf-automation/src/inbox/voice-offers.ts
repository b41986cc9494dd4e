import type { PageVoice, RejectionKind } from '@pagecast/api/contract';

/** What a rejection can teach the voice of its page: nothing is added before somebody presses it. */
export interface Offer {
  readonly label: string;
  readonly voice: PageVoice;
}

const MOST_WORDS = 50;
const WORD_LENGTH = 60;
const TONE_LENGTH = 500;
const FACTS_LENGTH = 5000;
/** As many are offered at once. */
const MOST_OFFERS = 5;

/** What the voice does not have yet, within what it holds. */
export function voiceOffers(voice: PageVoice, { kind, reason }: { kind: RejectionKind; reason: string }): Offer[] {
  const said = reason.trim();
  if (said === '') return [];
  if (kind === 'words') return wordOffers(voice, said);
  if (kind === 'tone') {
    const tone = joined(voice.tone, said, '\n');
    return tone === null || tone.length > TONE_LENGTH
      ? []
      : [{ label: `Add “${said}” to the tone`, voice: { ...voice, tone } }];
  }
  if (kind !== 'facts') return [];
  const facts = joined(voice.facts, said.replaceAll(/\s*\n\s*/g, ' '), '\n');
  return facts === null || facts.length > FACTS_LENGTH
    ? []
    : [{ label: `Add “${said}” to the facts`, voice: { ...voice, facts } }];
}

function wordOffers(voice: PageVoice, said: string): Offer[] {
  const known = new Set(voice.wordsToAvoid.map((word) => word.toLowerCase()));
  const words = said
    .split(/[,;\n]/)
    .map((word) => word.trim().replaceAll(/^["'“”]+|["'“”.]+$/g, ''))
    .filter((word) => word !== '' && word.length <= WORD_LENGTH && !known.has(word.toLowerCase()));
  if (voice.wordsToAvoid.length >= MOST_WORDS) return [];
  return [...new Set(words)].slice(0, MOST_OFFERS).map((word) => ({
    label: `Never use “${word}”`,
    voice: { ...voice, wordsToAvoid: [...voice.wordsToAvoid, word] },
  }));
}

/** null: it is said already. */
function joined(had: string, said: string, between: string): string | null {
  if (had.toLowerCase().includes(said.toLowerCase())) return null;
  return had.trim() === '' ? said : `${had.trimEnd()}${between}${said}`;
}
