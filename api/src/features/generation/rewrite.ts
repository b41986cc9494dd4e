import { InvalidInputError } from '../../http/errors.ts';
import type { Rewriting, Tone } from '../../contract/generation.ts';
import { NO_VOICE, type PageVoice } from '../../contract/page-voice.ts';
import { rendered, type Ask, type Values } from '../../prompts/prompt.ts';
import type { Writing } from '../../prompts/writing.ts';
import { countWords } from '../../text-checks/words.ts';
import { voiceRules } from '../page-voice/voice-prompt.ts';

/** A text, or a part of one, that is to be changed in one way. */
export interface RewriteRequest {
  readonly rewriting: Rewriting;
  readonly text: string;
  readonly before: string;
  readonly after: string;
  readonly tone: Tone | null;
  readonly voice?: PageVoice;
}

/** How much of the text there is about afterwards. */
const LENGTHS: Readonly<Record<Rewriting, number>> = {
  retone: 1,
  shorten: 0.6,
  lengthen: 1.6,
  spelling: 1,
  'to-english': 1.1,
  'to-malay': 1.1,
};
const TRANSLATED: Readonly<Partial<Record<Rewriting, string>>> = {
  'to-english': 'English',
  'to-malay': 'Bahasa Melayu',
};
/** For a model that thinks first. */
const ROOM_TO_THINK = 1500;

/** What the AI is asked. @throws InvalidInputError when it is not said which tone it is to have */
export function askToRewrite(request: RewriteRequest, { model, prompt }: Writing): Ask {
  if (request.rewriting === 'retone' && request.tone === null)
    throw InvalidInputError.of([{ path: 'tone', message: 'Choose a tone.' }]);
  return {
    ...rendered(prompt('rewrite'), valuesOf(request)),
    model,
    // A token is two letters and more, and twice the length is not asked for.
    maxTokens: ROOM_TO_THINK + request.text.length,
  };
}

/** About how long the answer will be, in letters. */
export function rewrittenLength({ rewriting, text }: RewriteRequest): number {
  return text.length * LENGTHS[rewriting];
}

function valuesOf({ rewriting, text, before, after, tone, voice = NO_VOICE }: RewriteRequest): Values<'rewrite'> {
  const words = Math.max(1, Math.round(countWords(text) * LENGTHS[rewriting]));
  const isPart = before !== '' || after !== '';
  return {
    text: fenced(text),
    before: before === '' ? null : fenced(before),
    after: after === '' ? null : fenced(after),
    tone: rewriting === 'retone' ? tone : null,
    fewer: rewriting === 'shorten' ? String(words) : null,
    more: rewriting === 'lengthen' ? String(words) : null,
    spelling: rewriting === 'spelling' ? 'yes' : null,
    language: TRANSLATED[rewriting] ?? null,
    // Spelling is put right in anybody's voice, and only the end of a post has the words that it ends with.
    voice: rewriting === 'spelling' ? null : voiceRules(isPart ? { ...voice, signOff: '', hashtags: '' } : voice),
  };
}

/** Without a tag that could end where the text stands. */
function fenced(text: string): string {
  return text.replaceAll(/<(?=\s*\/?\s*(?:text|before|after)\s*>)/gi, '‹');
}
