import type { ExamSide, ModelExam } from '@pagecast/api/contract';

const NONE = '–';
const MICROS = 1_000_000;

const CHECKS: Readonly<Record<string, string>> = {
  all: 'Score',
  language: 'Wrong language',
  length: 'Wrong length',
  words: 'Forbidden words',
  claims: 'Invented facts',
  facts: 'Lost facts',
  changes: 'Wrong changes',
  structure: 'Wrong form',
  instructions: 'Ignored instructions',
  refusal: 'Refused to write',
  unanswered: 'No answer',
};

/** A check that a newer server has is told by its own name. */
export const checkWords = (check: string): string => CHECKS[check] ?? check;

export function dollars(micros: number): string {
  return (micros / MICROS).toLocaleString('en', { style: 'currency', currency: 'USD' });
}

/** One line of the comparison, with how each side does in it. */
export interface ExamLine {
  readonly label: string;
  readonly say: (side: ExamSide) => string;
}

/** Every line that says something of one of the sides. */
export function examLines(sides: readonly ExamSide[]): ExamLine[] {
  const checks = [...new Set(sides.flatMap(({ failures }) => failures.map(({ check }) => check)))];
  return [
    { label: 'Score', say: ({ score }) => (score === null ? NONE : `${score.toLocaleString('en')} of 100`) },
    { label: 'Texts checked', say: ({ answered }) => answered.toLocaleString('en') },
    {
      label: 'Cost of 1,000 texts',
      say: ({ microsPerThousand: micros }) => (micros === null ? NONE : dollars(micros)),
    },
    { label: 'Half are ready within', say: ({ medianMs }) => seconds(medianMs) },
    { label: '95% are ready within', say: ({ slowMs }) => seconds(slowMs) },
    ...checks.map((check): ExamLine => ({
      label: checkWords(check),
      say: ({ failures }) => (failures.find((failure) => failure.check === check)?.count ?? 0).toLocaleString('en'),
    })),
  ];
}

const KINDS: Readonly<Record<string, string>> = {
  post: 'New posts',
  automation: 'Automation',
  variant: 'Variants',
  'sourced-post': 'Posts about a link or file',
  rewrite: 'Changed texts and translations',
  reword: 'Repeated posts',
  review: 'Product reviews',
  news: 'Tech news',
  'sourced-news': 'Tech news about a link or file',
  voice: 'Voice proposals',
};

/** How each kind of text fared: of how many nothing is wrong. Exams of earlier releases don't say. */
export function kindLines(sides: readonly ExamSide[]): ExamLine[] {
  const prompts = [...new Set(sides.flatMap(({ byPrompt = [] }) => byPrompt.map(({ prompt }) => prompt)))];
  return prompts.map((prompt) => ({
    label: KINDS[prompt] ?? prompt,
    say: ({ byPrompt = [] }) => {
      const found = byPrompt.find((one) => one.prompt === prompt);
      return found === undefined ? NONE : `${found.passed} of ${found.answered}`;
    },
  }));
}

function seconds(ms: number | null): string {
  return ms === null ? NONE : `${(ms / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} s`;
}

const ENDED: Readonly<Record<string, string>> = {
  time: 'Time ran out before the last text.',
  price: 'The exam stopped at its price limit.',
  stopped: 'You stopped the exam.',
};

/** What came of an exam, in a sentence or two. */
export function outcomeWords({ state, endedBy, problem, hasPassed, worseIn, today, candidate }: ModelExam): string {
  if (state === 'cut-off') return 'The exam was interrupted, so there are no results. Start it again.';
  if (problem !== null) return problem;
  const ending = endedBy === null ? '' : `${ENDED[endedBy] ?? ''} `;
  if (hasPassed) {
    const compared = today === null ? 'It did well enough to stay.' : "It's about as good as today's, or better.";
    return `${ending}${candidate.model} passed. ${compared}`;
  }
  if (worseIn.length === 0) return `${ending}There are too few texts to compare.`;
  const checks = worseIn.filter((check) => check !== 'all').map((check) => checkWords(check).toLowerCase());
  const where = checks.length === 0 ? '' : ` Look at: ${checks.join(', ')}.`;
  return `${ending}${candidate.model} is clearly worse than today's model.${where}`;
}
