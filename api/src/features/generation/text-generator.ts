import {
  DEFAULT_LENGTH,
  LANGUAGES,
  LENGTH_WORDS,
  TONES,
  type Language,
  type Length,
  type Tone,
} from '../../contract/generation.ts';
import type { PromptOrigin } from '../../contract/generation.ts';
import type { PageVoice } from '../../contract/page-voice.ts';
import type { Complete, Completed } from '../../ai/ai.ts';
import { rendered, renderedLines, type Ask, type Line, type Values } from '../../prompts/prompt.ts';
import type { Writing } from '../../prompts/writing.ts';
import { fencedSource, nameOf, type AboutSource, type PublishedSource } from '../../sourcing/source.ts';
import { rulesByPage, type NamedVoice } from '../page-voice/several-voices.ts';
import type { Rejection } from '../rejections/rejection.ts';
import { rejectionLines } from '../rejections/rejections-prompt.ts';
import { voiceRules } from '../page-voice/voice-prompt.ts';

export interface TextRequest {
  readonly prompt: string;
  readonly contentType: string | null;
  readonly keywords: string | null;
  readonly tone: Tone | null;
  readonly language: Language | null;
  readonly length: Length | null;
  /** Of the page that it is for; left out: none in particular. */
  readonly voice?: PageVoice;
  /** Why people rejected texts of that page lately; left out: for nothing. */
  readonly rejections?: readonly Rejection[];
  /** What it is about; left out: what the person said alone. */
  readonly source?: PublishedSource | null;
}

/** A part of what the AI is told, and where it comes from. */
export interface PromptPart {
  readonly from: PromptOrigin;
  readonly text: string;
  /** Why people rejected posts of the page: part of what is known of it, beside its voice. */
  readonly isOfRejections?: boolean;
}

/** Writes posts for Facebook pages. */
export function textGenerator(complete: Complete) {
  return {
    /**
     * @param onChunk gets the next words as they are written
     * @throws AppError in words for the person who asked
     */
    write: (asked: Ask, signal: AbortSignal, onChunk?: (text: string) => void): Promise<Completed> =>
      complete({ ...asked, onChunk }, signal),
  };
}
export type TextGenerator = ReturnType<typeof textGenerator>;

/** What the AI is asked for this post. */
export function askForText(request: TextRequest, { model, prompt }: Writing): Ask {
  return {
    ...(isSourced(request)
      ? rendered(prompt('sourced-post'), sourcedValues(request))
      : rendered(prompt('post'), valuesOf(request))),
    model,
    maxTokens: roomFor(request.length ?? DEFAULT_LENGTH),
  };
}

/** All that the AI is told for this post, in order. */
export function partsFor(request: TextRequest, { prompt }: Writing): PromptPart[] {
  const lines: readonly (Line<'sourced-post'> | Line<'post'>)[] = isSourced(request)
    ? renderedLines(prompt('sourced-post'), sourcedValues(request))
    : renderedLines(prompt('post'), valuesOf(request));
  return lines.map(({ text, variables: [variable] }) => ({
    from: variable === undefined ? 'pagecast' : ORIGIN[variable],
    text,
    ...(variable === 'rejections' && { isOfRejections: true }),
  }));
}

/** The same for several pages: each line of their voice with the pages that it is from. */
export function partsByPage(parts: readonly PromptPart[], voices: readonly NamedVoice[]) {
  const rules = rulesByPage(voices);
  return parts.flatMap((part) => {
    const lines = part.from === 'voice' ? part.text.split('\n') : [];
    return lines.length === 0
      ? [part]
      : lines.map((text) => ({ ...part, text, pages: rules.find((rule) => rule.text === text)?.pages }));
  });
}

/** Where the words of a line come from that is filled with one of these. */
const ORIGIN: Readonly<Record<keyof Values<'sourced-post'> | keyof Values<'post'>, PromptOrigin>> = {
  request: 'brief',
  topic: 'brief',
  voice: 'voice',
  rejections: 'voice',
  kind: 'choices',
  tone: 'choices',
  language: 'choices',
  words: 'choices',
  name: 'source',
  source: 'source',
};

type Sourced = TextRequest & { readonly source: PublishedSource };
function isSourced(request: TextRequest): request is Sourced {
  return request.source !== null && request.source !== undefined;
}

/** What the text of a request has to be held to; null where it is about no source. */
export function aboutSource({ source, prompt, keywords, language }: TextRequest): AboutSource | null {
  if (source === null || source === undefined) return null;
  return { source, request: `${prompt}\n${keywords ?? ''}`, language: language ?? LANGUAGES[0] };
}

function sourcedValues(request: Sourced): Values<'sourced-post'> {
  return { ...valuesOf(request), name: nameOf(request.source), source: fencedSource(request.source) };
}

function valuesOf({
  prompt,
  contentType,
  keywords,
  tone,
  language,
  length,
  voice,
  rejections = [],
}: TextRequest): Values<'post'> {
  const [least, most] = LENGTH_WORDS[length ?? DEFAULT_LENGTH];
  return {
    request: prompt,
    topic: keywords && !prompt.includes(keywords) ? keywords : null,
    kind: contentType ? contentType.replaceAll('-', ' ') : null,
    tone: tone ?? TONES[0],
    language: language ?? LANGUAGES[0],
    words: `${least}-${most}`,
    voice: voice === undefined ? null : voiceRules(voice),
    rejections: rejectionLines(rejections),
  };
}

/** Room for the longest text asked for, hashtags and a model that thinks first. */
export function roomFor(length: Length): number {
  return 1500 + LENGTH_WORDS[length][1] * 3;
}
