import { hashtagsIn } from '../../text-checks/hashtags.ts';

/** What a post must not look like, as the rules of every prompt say. */
const MARKUP: readonly [string, RegExp][] = [
  ['Markdown', /^#{1,6} \S|\*\*[^*\n]+\*\*|^ *[-*+] \S|^ *\d+\. +\S.*\n+ *\d+\. +\S|^```|\[[^\]\n]+\]\(https?:|^> /m],
  ['markup', /<\/?[a-z][a-z0-9]*(?: [^>]*)?>/i],
  ['data', /^\s*[{[][\s\S]*[}\]]\s*$/],
];
const PREAMBLE =
  /^(sure|certainly|of course|absolutely|here(['’]s| is| you go)|berikut|tentu|baiklah)\b[^\n]{0,100}[:!]\s*\n/i;
const AFTERWORD =
  /\b(let me know if you[^\n]*\b(version|changes?|adjust|tweak)|hope this helps|would you like me to|feel free to (edit|adjust|modify))/i;
const QUOTED = /^["“«][\s\S]*["”»]$/;
const ENDING = /(?:[.!?…:)"'”’»~]|\p{Extended_Pictographic}\uFE0F?|#[\p{L}\p{N}_]+|https?:\/\/\S+|\d|\blah)\s*$/u;
const EMOJI = /\p{Extended_Pictographic}/gu;
/** So many in a text of any length, and one for every so many words on top. */
const EMOJI_FREE = 6;
const WORDS_PER_EMOJI = 20;
const MOST_HASHTAGS = 12;
/** A sentence of so many words stands once. */
const SENTENCE_WORDS = 4;

/** `any`: those of the text that it is made of are looked at elsewhere. */
export type Hashtags = 'wanted' | 'unwanted' | 'any';

/** What is wrong with the form of a post, in a few words each. */
export function structureFlaws(text: string, hashtags: Hashtags): string[] {
  const body = text.trim();
  return [
    ...MARKUP.filter(([, pattern]) => pattern.test(body)).map(([name]) => `has ${name}`),
    ...(QUOTED.test(body) ? ['stands in quotation marks'] : []),
    ...proseFlaws(body),
    ...(hasManyEmoji(body) ? ['has too many emoji'] : []),
    ...hashtagFlaw(hashtagsIn(body).length, hashtags),
  ];
}

/** What is wrong with the form of any text, in Markdown or without. */
export function proseFlaws(body: string): string[] {
  return [
    ...(PREAMBLE.test(body) ? ['speaks of the task first'] : []),
    ...(AFTERWORD.test(body) ? ['speaks of the task at the end'] : []),
    ...(ENDING.test(body) ? [] : ['breaks off']),
    ...(repeatedSentence(body) ? ['repeats a sentence'] : []),
  ];
}

function hashtagFlaw(count: number, hashtags: Hashtags): string[] {
  if (hashtags === 'any') return [];
  if (hashtags === 'unwanted') return count === 0 ? [] : ['has hashtags nobody asked for'];
  if (count === 0) return ['has no hashtags'];
  return count > MOST_HASHTAGS ? ['has too many hashtags'] : [];
}

function hasManyEmoji(text: string): boolean {
  const emoji = text.match(EMOJI)?.length ?? 0;
  return emoji > EMOJI_FREE + text.split(/\s+/).length / WORDS_PER_EMOJI;
}

function repeatedSentence(text: string): boolean {
  const sentences = text
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.trim().toLowerCase())
    .filter((sentence) => sentence.split(/\s+/).length >= SENTENCE_WORDS);
  return new Set(sentences).size < sentences.length;
}
