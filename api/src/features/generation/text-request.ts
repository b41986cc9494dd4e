import type * as z from 'zod/mini';
import type { showPrompt } from '../../contract/generation.ts';
import type { Owner } from '../../db/owner.ts';
import type { TextRequest } from './text-generator.ts';
import type { VoiceOf } from './voice-of.ts';

/** What a person asks for, with the voice of the page or pages that it is for. */
export async function textRequest(
  voiceOf: VoiceOf,
  who: Owner,
  body: z.output<(typeof showPrompt)['body']>,
): Promise<TextRequest> {
  return {
    prompt: body.prompt,
    contentType: body.contentType ?? null,
    keywords: body.keywords ?? null,
    tone: body.tone ?? null,
    language: body.language ?? null,
    length: body.length ?? null,
    ...(await voiceOf(who, body.facebookPageId ?? null, body.pageIds)),
  };
}
