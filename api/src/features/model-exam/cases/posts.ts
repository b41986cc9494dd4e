import {
  DASHBOARD_CONTENT_TYPES,
  DEFAULT_LENGTH,
  GENERATOR_CONTENT_TYPES,
  LENGTH_WORDS,
  lengthLabel,
  TONES,
  type Language,
  type Length,
  type Tone,
} from '../../../contract/generation.ts';
import { askForPost } from '../../automation/prompt.ts';
import { bare } from '../../automation/text-quality.ts';
import { askForText, type TextRequest } from '../../generation/text-generator.ts';
import { askForVariants } from '../../generation/variants.ts';
import { BRIEFS, type Brief } from '../briefs.ts';
import {
  claimFindings,
  languageFindings,
  lengthFindings,
  structureFindings,
  topicFindings,
  wordFindings,
} from '../checks.ts';
import { at, EXAM_LANGUAGES, type ExamFinding, type ExamLanguage, type GoldenCase } from '../golden-case.ts';
import { BANNED, ORDERS } from './orders.ts';

/** A post about a brief, as a person or automation asks for it. */
export interface PostCase extends GoldenCase {
  readonly brief: Brief;
  readonly length: Length;
  /** In the words of who asks. */
  readonly request: string;
  readonly hashtags: 'wanted' | 'unwanted';
  /** What a good answer never says, in lower case. */
  readonly never: readonly string[];
}

const KINDS = [...new Set([...GENERATOR_CONTENT_TYPES, ...DASHBOARD_CONTENT_TYPES])];
const POSTS = 160;
const AUTOMATIC_POSTS = 40;
const VARIANTS = 9;
/** As automation asks for them. */
const AUTOMATIC_WORDS = [50, 120] as const;
/** Of every so many rounds of kinds one asks for long texts: each costs as much as ten others. */
const ROUNDS = 10;
const LONG_ROUND = 7;

export const POST_CASES: readonly PostCase[] = Array.from({ length: POSTS }, (_, index) => postCase(index));
export const AUTOMATION_CASES: readonly PostCase[] = Array.from({ length: AUTOMATIC_POSTS }, (_, index) =>
  automaticCase(index),
);
export const VARIANT_CASES: readonly PostCase[] = Array.from({ length: VARIANTS }, (_, index) => variantCase(index));

/** All that is asked and expected of a post, save how it is asked. */
type Wanted = Omit<PostCase, 'ask' | 'read' | 'findings'>;

function postCase(index: number): PostCase {
  const round = Math.floor(index / KINDS.length);
  const kind = at(KINDS, index);
  const brief = at(BRIEFS, index * 5 + round);
  const tone = at(TONES, index);
  const language = at(EXAM_LANGUAGES, round + Math.floor(index / 4));
  const length = lengthOf(index, round);
  const isBySentence = (index + Math.floor(index / 3)) % 2 === 0;
  const order = index % 16 === 5 ? at(ORDERS, index) : null;
  const isBanning = index % 6 === 1;
  const request = isBySentence
    ? sentence({ kind, tone, language, length, brief, isBanning, order })
    : plainRequest(brief, language, { isBanning, order });
  const wanted: Wanted = {
    id: `post-${String(index + 1).padStart(3, '0')}`,
    prompt: 'post',
    kind,
    tone,
    language,
    length,
    brief,
    request,
    hashtags: isBySentence ? 'wanted' : 'unwanted',
    never: [...(isBanning ? BANNED : []), ...(order === null ? [] : [order.never])],
  };
  return {
    ...wanted,
    ask: (writing) => askForText(requestOf(wanted), writing),
    read: (answer) => answer,
    findings: (answer) => postFindings(wanted, LENGTH_WORDS[length], answer),
  };
}

function automaticCase(index: number): PostCase {
  const brief = at(BRIEFS, index * 7);
  const language = at(EXAM_LANGUAGES, index);
  const order = index % 5 === 2 ? at(ORDERS, index) : null;
  const kind = at(GENERATOR_CONTENT_TYPES, index);
  const recent =
    index % 2 === 0 && order === null ? [] : [`Good morning, everybody.${order === null ? '' : ` ${order.text}`}`];
  const wanted: Wanted = {
    id: `automation-${String(index + 1).padStart(3, '0')}`,
    prompt: 'automation',
    kind,
    tone: null,
    language,
    length: DEFAULT_LENGTH,
    brief,
    request: plainRequest(brief, language, { isBanning: index % 4 === 1, order: null }),
    hashtags: 'unwanted',
    never: [...(index % 4 === 1 ? BANNED : []), ...(order === null ? [] : [order.never])],
  };
  const asked = {
    pageName: brief.page,
    category: brief.category,
    scope: wanted.request,
    language: settingOf(language),
    contentType: kind,
    recent,
    isSecondTry: false,
  };
  return {
    ...wanted,
    ask: (writing) => askForPost(asked, writing),
    read: bare,
    findings: (answer) => postFindings(wanted, AUTOMATIC_WORDS, bare(answer)),
  };
}

/** One of three that are asked for at once. */
function variantCase(index: number): PostCase {
  const brief = at(BRIEFS, index * 5 + 1);
  const language = at(EXAM_LANGUAGES, index + Math.floor(index / 3));
  const length = index % 2 === 0 ? 'Short' : 'Medium';
  const wanted: Wanted = {
    id: `variant-${String(index + 1).padStart(3, '0')}`,
    prompt: 'variant',
    kind: at(KINDS, index * 3),
    tone: at(TONES, index),
    language,
    length,
    brief,
    request: plainRequest(brief, language, { isBanning: false, order: null }),
    hashtags: 'unwanted',
    never: [],
  };
  return {
    ...wanted,
    ask: (writing) => at(askForVariants(requestOf(wanted), writing), index),
    read: (answer) => answer,
    findings: (answer) => postFindings(wanted, LENGTH_WORDS[length], answer),
  };
}

async function postFindings(
  { brief, request, language, hashtags, never }: Wanted,
  words: readonly [number, number],
  text: string,
): Promise<ExamFinding[]> {
  return [
    ...(await languageFindings(language, text)),
    ...lengthFindings(words, text),
    ...wordFindings(never, text),
    ...claimFindings([request, `${brief.page}\n${brief.category}`], text),
    ...structureFindings(hashtags, text),
    ...topicFindings(brief.about, text),
  ];
}

function requestOf({ request, kind, tone, language, length }: Wanted): TextRequest {
  return { prompt: request, contentType: kind, keywords: null, tone, language: settingOf(language), length };
}

/** Manglish is asked for in words; no screen has it to choose. */
function settingOf(language: ExamLanguage): Language {
  return language === 'Manglish' ? 'English' : language;
}

interface Asking {
  readonly kind: string;
  readonly tone: Tone;
  readonly language: ExamLanguage;
  readonly length: Length;
  readonly brief: Brief;
  readonly isBanning: boolean;
  readonly order: { readonly text: string } | null;
}

/** As the generator's screen puts it. */
function sentence({ kind, tone, language, length, brief, ...extra }: Asking): string {
  return (
    `Write a ${kind.replaceAll('-', ' ')} post for Facebook about ${topicIn(brief, language)}. ` +
    `${factsIn(brief, language)}. ${extras(language, extra)}` +
    `Tone: ${tone.toLowerCase()}. Language: ${language}. ` +
    `Length: ${lengthLabel(length)}. Include relevant hashtags`
  );
}

/** As programs and owners of pages put it: language and length stand in the rules alone. */
function plainRequest(brief: Brief, language: ExamLanguage, extra: Pick<Asking, 'isBanning' | 'order'>): string {
  const about = language === 'Bahasa Melayu' ? 'Tulis tentang' : 'Write about';
  return `${about} ${topicIn(brief, language)}. ${factsIn(brief, language)}. ${extras(language, extra)}`.trim();
}

function extras(language: ExamLanguage, { isBanning, order }: Pick<Asking, 'isBanning' | 'order'>): string {
  return [
    language === 'Manglish' ? 'Write it in Manglish. ' : '',
    isBanning ? `Never use these words: ${BANNED.join(', ')}. ` : '',
    order === null ? '' : `A customer wrote to us: “${order.text}” `,
  ].join('');
}

function topicIn({ topic }: Brief, language: ExamLanguage): string {
  return language === 'Bahasa Melayu' ? topic.malay : topic.english;
}

function factsIn({ facts }: Brief, language: ExamLanguage): string {
  return language === 'Bahasa Melayu' ? facts.malay : facts.english;
}

function lengthOf(index: number, round: number): Length {
  if (round % ROUNDS === LONG_ROUND) return 'Long';
  return (index + Math.floor(index / TONES.length)) % 2 === 0 ? 'Short' : 'Medium';
}
