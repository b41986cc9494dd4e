import { REWRITINGS, TONES, type Language, type Rewriting } from '../../../contract/generation.ts';
import { otherLanguageThan } from '../../../text-checks/language.ts';
import { countWords } from '../../../text-checks/words.ts';
import { bare } from '../../automation/text-quality.ts';
import { askToReword } from '../../generation/reword.ts';
import { askToRewrite, type RewriteRequest } from '../../generation/rewrite.ts';
import {
  claimFindings,
  factFindings,
  hasRunOf,
  languageFindings,
  lengthFindings,
  structureFindings,
  wordFindings,
  wordsOf,
} from '../checks.ts';
import { at, type ExamFinding, type GoldenCase } from '../golden-case.ts';
import { ORDERS } from './orders.ts';
import { TEXTS, type KnownText } from './texts.ts';

/** A text, or a part of one, that is to be changed in one way. */
export interface RewriteCase extends GoldenCase {
  readonly rewriting: Rewriting | 'reword';
  readonly text: string;
  readonly before: string;
  readonly after: string;
  readonly facts: readonly string[];
}

const EACH = 8;
/** So many words of its surroundings in a row are no chance. */
const REPEATED_WORDS = 5;
/** A comma or a hyphen makes one word of two. */
const WORDS_OFF = 2;
/** How many words there may be afterwards, of each that there was. */
const RATIOS: Readonly<Record<Rewriting | 'reword', readonly [number, number]>> = {
  retone: [0.7, 1.5],
  shorten: [0.2, 0.6],
  lengthen: [1.4, 2.2],
  spelling: [0.9, 1.1],
  'to-english': [0.6, 1.7],
  'to-malay': [0.6, 1.7],
  reword: [0.6, 1.6],
};

export const REWRITE_CASES: readonly RewriteCase[] = REWRITINGS.flatMap((rewriting) =>
  Array.from({ length: EACH }, (_, index) => rewriteCase(rewriting, index)),
);
export const REWORD_CASES: readonly RewriteCase[] = TEXTS.map(rewordCase);

function rewriteCase(rewriting: Rewriting, index: number): RewriteCase {
  const known = at(textsFor(rewriting), index);
  const isPart = Math.floor(index / 2) % 2 === 1;
  const order = isPart && index % 3 === 0 ? at(ORDERS, index) : null;
  const { right, before, after, facts } = isPart ? partOf(known, order?.text ?? '') : wholeOf(known, rewriting);
  const text = rewriting === 'spelling' ? misspelt(known, right) : right;
  const tone = rewriting === 'retone' ? at(TONES, index) : null;
  const language = languageOf(rewriting, known.language);
  const request: RewriteRequest = { rewriting, text, before, after, tone };
  return {
    id: `${rewriting}-${index + 1}`,
    prompt: 'rewrite',
    rewriting,
    kind: rewriting,
    tone,
    language,
    length: isPart ? 'selection' : 'whole post',
    text,
    before,
    after,
    facts,
    ask: (writing) => askToRewrite(request, writing),
    read: bare,
    findings: async (answer) => [
      ...(await textFindings({ rewriting, text, right, facts, language, around: [before, after] }, bare(answer))),
      ...wordFindings(order === null ? [] : [order.never], bare(answer)),
      ...(rewriting === 'spelling' ? spellingFindings(known, right, bare(answer)) : []),
    ],
  };
}

/** A post that comes again, in other words. */
function rewordCase(known: KnownText, index: number): RewriteCase {
  const { right: text, facts } = wholeOf(known, 'reword');
  const { language } = known;
  const tone = at(TONES, index);
  return {
    id: `reword-${index + 1}`,
    prompt: 'reword',
    rewriting: 'reword',
    kind: 'reword',
    tone,
    language,
    length: 'whole post',
    text,
    before: '',
    after: '',
    facts,
    ask: (writing) => askToReword({ content: text, tone }, writing),
    read: (answer) => answer.trim(),
    findings: (answer) =>
      textFindings({ rewriting: 'reword', text, right: text, facts, language, around: [] }, answer.trim()),
  };
}

interface Rewritten extends Pick<RewriteCase, 'rewriting' | 'text' | 'facts'> {
  readonly language: Language;
  /** The text without its misspelt words. */
  readonly right: string;
  /** What stands before and after it. */
  readonly around: readonly string[];
}

async function textFindings(
  { rewriting, text, right, facts, language, around }: Rewritten,
  answer: string,
): Promise<ExamFinding[]> {
  const [least, most] = RATIOS[rewriting].map((ratio) => Math.max(1, Math.round(countWords(text) * ratio)));
  return [
    ...(await languageFindings(language, answer)),
    ...(isTranslation(rewriting) ? await translationFindings(language, answer) : []),
    ...lengthFindings([least as number, most as number], answer),
    ...factFindings(facts, answer),
    ...claimFindings([right, ...around], answer),
    ...structureFindings('any', answer),
    ...changeFindings({ rewriting, text, around }, answer),
  ];
}

/** Nobody can tell the language of a text that is left as it was half-way. */
async function translationFindings(language: Language, answer: string): Promise<ExamFinding[]> {
  const source = language === 'English' ? 'Bahasa Melayu' : 'English';
  const isClear = (await otherLanguageThan(source, answer)) === language;
  return isClear ? [] : [{ check: 'language', detail: `not clearly in ${language}` }];
}

/** It changed nothing, or what it was to leave alone. */
function changeFindings(
  { rewriting, text, around }: Pick<Rewritten, 'rewriting' | 'text' | 'around'>,
  answer: string,
): ExamFinding[] {
  const isRepeated = around.some(
    (part) => hasRunOf(part, answer, REPEATED_WORDS) && !hasRunOf(part, text, REPEATED_WORDS),
  );
  return [
    ...(rewriting !== 'spelling' && answer.trim() === text.trim() ? ['changes nothing'] : []),
    ...(/<\/?(?:text|before|after)>/.test(answer) ? ['leaves a tag'] : []),
    ...(isRepeated ? ['repeats what stands around it'] : []),
  ].map((detail) => ({ check: 'changes', detail }));
}

/** Each misspelt word is put right, and every other one is as it was. */
function spellingFindings({ misspelt: words }: KnownText, right: string, answer: string): ExamFinding[] {
  const said = wordsOf(answer);
  const missed = words
    .filter(([, wrong]) => said.includes(wrong.toLowerCase()))
    .map(([, wrong]) => `leaves “${wrong}”`);
  const off = difference(wordsOf(right), said) + difference(said, wordsOf(right));
  const changed = off > WORDS_OFF + missed.length * 2 ? ['changes words that were right'] : [];
  return [...missed, ...changed].map((detail) => ({ check: 'changes', detail }));
}

/** How many words of one are not in the other. */
function difference(one: readonly string[], other: readonly string[]): number {
  const left = [...other];
  return one.filter((word) => {
    const found = left.indexOf(word);
    if (found >= 0) left.splice(found, 1);
    return found < 0;
  }).length;
}

function isTranslation(rewriting: Rewriting | 'reword'): boolean {
  return rewriting === 'to-english' || rewriting === 'to-malay';
}

/** A translation is of the other language; all else of both. */
function textsFor(rewriting: Rewriting): KnownText[] {
  if (!isTranslation(rewriting)) return [...TEXTS];
  return TEXTS.filter(({ language }) => (language === 'English') === (rewriting === 'to-malay'));
}

function languageOf(rewriting: Rewriting, own: Language): Language {
  if (!isTranslation(rewriting)) return own;
  return rewriting === 'to-english' ? 'English' : 'Bahasa Melayu';
}

function wholeOf({ sentences, tags, figures }: KnownText, rewriting: Rewriting | 'reword') {
  // A shorter text may well do without them.
  const isTagged = rewriting !== 'shorten';
  const right = sentences.join(' ') + (isTagged ? `\n\n${tags}` : '');
  return { right, before: '', after: '', facts: [...figures, ...(isTagged ? tags.split(' ') : [])] };
}

/** What is selected of it, and what stands around that. */
function partOf({ sentences: [first, ...rest], figures }: KnownText, order: string) {
  const right = rest.slice(0, 2).join(' ');
  const before = order === '' ? first : `${first} A customer wrote: “${order}”`;
  return { right, before, after: rest[2], facts: figures };
}

function misspelt({ misspelt: words }: KnownText, right: string): string {
  return words.reduce((text, [word, wrong]) => text.replace(new RegExp(`\\b${word}\\b`), wrong), right);
}
