import * as z from 'zod';
import { beginningOf } from '../../beginning-of.ts';
import { sentenceFor } from '../../ai/ai-errors.ts';
import type { Complete, Usage } from '../../ai/ai.ts';
import { EMOJI_HABITS, type ProposedVoice } from '../../contract/page-voice.ts';
import { answerJson } from '../../http/answer-json.ts';
import { fenced } from '../../prompts/fenced.ts';
import { rendered, type Ask } from '../../prompts/prompt.ts';
import type { Writing } from '../../prompts/writing.ts';

/** As the AI has to send it: its strict mode wants every field and no limits. */
const Written = z.strictObject({
  tone: z.string(),
  audience: z.string(),
  languageMix: z.string(),
  wordsToUse: z.array(z.string()),
  facts: z.array(z.string()),
  emoji: z.enum(EMOJI_HABITS),
  hashtags: z.string(),
  signOff: z.string(),
});
export const VOICE_SCHEMA = { name: 'voice', schema: z.toJSONSchema(Written) as Record<string, unknown> };

const MAX_TOKENS = 1500;
/** Of each post: how a page speaks is heard by then. */
const POST_LENGTH = 1200;
const MOST_WORDS = 12;
const MOST_FACTS = 15;

/** What the AI is asked, to propose the voice of a page by its posts. */
export function askForVoice(pageName: string, posts: readonly string[], { model, prompt }: Writing): Ask {
  const values = {
    pageName: fenced(pageName),
    posts: posts.map((text) => fenced(text.slice(0, POST_LENGTH))).join('\n'),
  };
  return { ...rendered(prompt('voice'), values), model, maxTokens: MAX_TOKENS };
}

/** @throws AppError in words for the person who asked */
export async function proposeVoice(
  complete: Complete,
  asked: Ask,
  signal: AbortSignal,
): Promise<{ voice: ProposedVoice; usage: Usage | null }> {
  const { text, usage } = await complete({ ...asked, schema: VOICE_SCHEMA }, signal);
  const voice = readProposal(text);
  if (voice === null) throw sentenceFor('garbled', usage);
  return { voice, usage };
}

/** A voice as the AI wrote it; null for what is none. */
export function readProposal(text: string): ProposedVoice | null {
  const written = Written.safeParse(answerJson(text));
  return written.success ? withinLimits(written.data) : null;
}

/** What a person can save: cut where the AI wrote more than a field holds. */
function withinLimits(written: z.infer<typeof Written>): ProposedVoice {
  const cut = (text: string, length: number) => beginningOf(text.trim(), length).trim();
  const some = (texts: readonly string[], most: number, length: number) =>
    [...new Set(texts.map((text) => cut(text, length)).filter((text) => text !== ''))].slice(0, most);
  return {
    tone: cut(written.tone, 500),
    audience: cut(written.audience, 500),
    languageMix: cut(written.languageMix, 300),
    wordsToUse: some(written.wordsToUse, MOST_WORDS, 60),
    facts: some(written.facts, MOST_FACTS, 300).join('\n'),
    emoji: written.emoji,
    hashtags: cut(written.hashtags, 300),
    signOff: cut(written.signOff, 300),
  };
}
