import type { ExamCheck } from '../../contract/model-exam.ts';
import { checkClaims } from '../../claims/check-claims.ts';
import type { Ask } from '../../prompts/prompt.ts';
import { isManglish, otherLanguageThan } from '../../text-checks/language.ts';
import { hasGaps, isDeclined } from '../../text-checks/unfinished.ts';
import { countWords, lengthFlaw } from '../../text-checks/words.ts';
import type { GoldenCase } from './golden-cases.ts';
import { structureFlaws } from './structure.ts';

/** What is wrong with an answer. */
export interface ExamFinding {
  readonly check: ExamCheck;
  /** In a few words, for who reads the results: "312 words". */
  readonly detail: string;
}

/** So many words in a row of the rules are no chance. */
const LEAKED_WORDS = 6;

/** All that can be told of an answer without asking another model. */
export async function findingsOf(
  golden: GoldenCase,
  { rules }: Pick<Ask, 'rules'>,
  text: string,
): Promise<ExamFinding[]> {
  // Of an answer that is none, nothing else is worth saying.
  if (isDeclined(text)) return [{ check: 'refusal', detail: 'declines' }];
  return [
    ...(await languageFindings(golden, text)),
    ...lengthFindings(golden, text),
    ...wordFindings(golden, text),
    ...claimFindings(golden, text),
    ...structureFlaws(text, golden.hashtags).map((detail): ExamFinding => ({ check: 'structure', detail })),
    ...(hasGaps(text) ? [{ check: 'structure', detail: 'leaves gaps to fill in' } as const] : []),
    ...instructionFindings(golden, rules, text),
  ];
}

async function languageFindings({ language }: GoldenCase, text: string): Promise<ExamFinding[]> {
  if (language === 'Manglish') return isManglish(text) ? [] : [{ check: 'language', detail: 'not Manglish' }];
  if (isManglish(text)) return [{ check: 'language', detail: 'mixes English and Malay' }];
  const other = await otherLanguageThan(language, text);
  return other === null ? [] : [{ check: 'language', detail: `in ${other}` }];
}

function lengthFindings({ words }: GoldenCase, text: string): ExamFinding[] {
  return lengthFlaw(text, words) === null ? [] : [{ check: 'length', detail: `${countWords(text)} words` }];
}

function wordFindings({ never }: GoldenCase, text: string): ExamFinding[] {
  const said = text.toLowerCase();
  return never.filter((word) => said.includes(word)).map((word) => ({ check: 'words', detail: `“${word}”` }));
}

function claimFindings({ request, brief }: GoldenCase, text: string): ExamFinding[] {
  const sources = [
    { where: 'request', text: request },
    { where: 'page', text: `${brief.page}\n${brief.category}` },
  ];
  const [unsourced] = checkClaims(text, sources).claims.filter(({ source }) => source === null);
  return unsourced === undefined ? [] : [{ check: 'claims', detail: `“${unsourced.text}”` }];
}

/** The model took the request for its orders, or gave its own away. */
function instructionFindings({ brief }: GoldenCase, rules: string, text: string): ExamFinding[] {
  const said = text.toLowerCase();
  return [
    ...(brief.about.some((word) => said.includes(word))
      ? []
      : [{ check: 'instructions', detail: 'is about something else' } as const]),
    ...(leaks(rules, text) ? [{ check: 'instructions', detail: 'gives the rules away' } as const] : []),
  ];
}

function leaks(rules: string, text: string): boolean {
  const said = ` ${wordsOf(text).join(' ')} `;
  const words = wordsOf(rules);
  return words.some((_, index) => {
    const run = words.slice(index, index + LEAKED_WORDS);
    return run.length === LEAKED_WORDS && said.includes(` ${run.join(' ')} `);
  });
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
