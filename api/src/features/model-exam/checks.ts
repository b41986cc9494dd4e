import { checkClaims } from '../../claims/check-claims.ts';
import type { Ask } from '../../prompts/prompt.ts';
import { isManglish, otherLanguageThan } from '../../text-checks/language.ts';
import { hasGaps, isDeclined } from '../../text-checks/unfinished.ts';
import { countWords, lengthFlaw } from '../../text-checks/words.ts';
import type { ExamFinding, ExamLanguage, GoldenCase } from './golden-case.ts';
import { structureFlaws, type Hashtags } from './structure.ts';

/** So many words in a row of the rules are no chance. */
const LEAKED_WORDS = 6;

/** All that can be told of an answer without asking another model. */
export async function findingsOf(
  golden: GoldenCase,
  { rules }: Pick<Ask, 'rules'>,
  answer: string,
): Promise<ExamFinding[]> {
  const text = golden.read(answer);
  // Of an answer that is none, nothing else is worth saying.
  if (isDeclined(text)) return [{ check: 'refusal', detail: 'declines' }];
  return [
    ...(await golden.findings(answer)),
    ...(hasRunOf(rules, text, LEAKED_WORDS)
      ? [{ check: 'instructions', detail: 'gives the rules away' } as const]
      : []),
  ];
}

export async function languageFindings(language: ExamLanguage, text: string): Promise<ExamFinding[]> {
  if (language === 'Manglish') return isManglish(text) ? [] : [{ check: 'language', detail: 'not Manglish' }];
  if (isManglish(text)) return [{ check: 'language', detail: 'mixes English and Malay' }];
  const other = await otherLanguageThan(language, text);
  return other === null ? [] : [{ check: 'language', detail: `in ${other}` }];
}

export function lengthFindings(words: readonly [number, number], text: string): ExamFinding[] {
  return lengthFlaw(text, words) === null ? [] : [{ check: 'length', detail: `${countWords(text)} words` }];
}

/** @param never what a good answer never says, in lower case */
export function wordFindings(never: readonly string[], text: string): ExamFinding[] {
  const said = text.toLowerCase();
  return never.filter((word) => said.includes(word)).map((word) => ({ check: 'words', detail: `“${word}”` }));
}

/** The first claim that nothing says that the AI was given. @param pattern of the claims that are looked at */
export function claimFindings(sources: readonly string[], text: string, pattern = /./u): ExamFinding[] {
  const given = sources.map((source, index) => ({ where: String(index), text: source }));
  const unsourced = checkClaims(text, given).claims.find((claim) => claim.source === null && pattern.test(claim.text));
  return unsourced === undefined ? [] : [{ check: 'claims', detail: `“${unsourced.text}”` }];
}

/** What it has to look like as a post. */
export function structureFindings(hashtags: Hashtags, text: string): ExamFinding[] {
  return [...structureFlaws(text, hashtags), ...(hasGaps(text) ? ['leaves gaps to fill in'] : [])].map((detail) => ({
    check: 'structure',
    detail,
  }));
}

/** The model took something else for its orders. @param about one of these is said by every good answer */
export function topicFindings(about: readonly string[], text: string): ExamFinding[] {
  const said = text.toLowerCase();
  return about.some((word) => said.includes(word.toLowerCase()))
    ? []
    : [{ check: 'instructions', detail: 'is about something else' }];
}

/** What has to stay, however the words around it change: figures, links, hashtags. */
export function factFindings(facts: readonly string[], text: string): ExamFinding[] {
  const said = squeezed(text);
  return facts
    .filter((fact) => !hasAlone(said, squeezed(fact)))
    .map((fact) => ({ check: 'facts', detail: `lost “${fact}”` }));
}

/** Whether `text` says so many words in a row that `other` says too. */
export function hasRunOf(other: string, text: string, length: number): boolean {
  const said = ` ${wordsOf(text).join(' ')} `;
  const words = wordsOf(other);
  return words.some((_, index) => {
    const run = words.slice(index, index + length);
    return run.length === length && said.includes(` ${run.join(' ')} `);
  });
}

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const squeezed = (text: string): string => text.toLowerCase().replaceAll(/\s+/g, '');

/** A figure is not found within a longer one. */
function hasAlone(said: string, fact: string): boolean {
  for (let from = said.indexOf(fact); from >= 0; from = said.indexOf(fact, from + 1)) {
    const [before, after] = [said[from - 1] ?? '', said[from + fact.length] ?? ''];
    const isPart = (/^\d/.test(fact) && /\d/.test(before)) || (/\d$/.test(fact) && /\d/.test(after));
    if (!isPart) return true;
  }
  return false;
}
