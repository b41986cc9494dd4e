import { beginningOf } from '../../beginning-of.ts';
import type { Language } from '../../contract/generation.ts';
import type { PageVoice } from '../../contract/page-voice.ts';
import { rendered, type Ask } from '../../prompts/prompt.ts';
import type { Rejection } from '../rejections/rejection.ts';
import { rejectionLines } from '../rejections/rejections-prompt.ts';
import { voiceRules } from '../page-voice/voice-prompt.ts';
import type { Writing } from '../../prompts/writing.ts';

export interface Wish {
  readonly pageName: string;
  readonly category: string | null;
  /** What the page's owner wants written: their own prompt. */
  readonly scope: string;
  readonly language: Language;
  readonly contentType: string;
  /** Left out: it has none. */
  readonly voice?: PageVoice;
  /** Why people rejected texts of the page lately; left out: for nothing. */
  readonly rejections?: readonly Rejection[];
  /** What the page has had lately, the newest first. */
  readonly recent: readonly string[];
  /** A first text was too close to what the page has had. */
  readonly isSecondTry: boolean;
}

/** Room for the longest text that is published, and for a model that thinks first. */
const MAX_TOKENS = 4000;
const RECENT_LENGTH = 300;

/** What the AI is asked for a post of this page. */
export function askForPost(wish: Wish, { model, prompt }: Writing): Ask {
  const { pageName, category, scope, language, contentType, voice, rejections = [], recent, isSecondTry } = wish;
  const values = {
    pageName,
    category,
    scope: scope.trim() || null,
    language,
    kind: contentType.replaceAll('-', ' '),
    recent: recent.length === 0 ? null : recent.map((text, index) => `${index + 1}. ${clip(text)}`).join('\n'),
    isSecondTry: isSecondTry ? 'yes' : null,
    voice: voice === undefined ? null : voiceRules(voice),
    rejections: rejectionLines(rejections),
  };
  return { ...rendered(prompt('automation'), values), model, maxTokens: MAX_TOKENS };
}

function clip(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= RECENT_LENGTH ? line : `${beginningOf(line, RECENT_LENGTH).trimEnd()}…`;
}
