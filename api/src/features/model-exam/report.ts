import { EXAM_CHECKS, EXAM_FEWEST, EXAMINED_PROMPTS, type ExamCase, type ExamSide } from '../../contract/model-exam.ts';
import { quantile, scoreOf, worseIn, type Sat } from './figures.ts';
import type { GoldenCase } from './golden-case.ts';

/** What ended an exam before its last case. */
export type EndedBy = 'time' | 'price' | 'budget' | 'stopped' | 'ai';

export interface Ending {
  readonly endedBy: EndedBy | null;
  /** Why the AI could not be asked, in a sentence. */
  readonly problem: string | null;
}

/** What one side of an exam comes to, without whose it is. */
export type SideFigures = Omit<ExamSide, 'model' | 'prompts'>;

/** What came of an exam, as it is kept. */
export interface Report extends Ending {
  readonly candidate: SideFigures;
  readonly today: SideFigures | null;
  readonly worseIn: readonly string[];
  readonly hasPassed: boolean;
  readonly worst: readonly ExamCase[];
}

const WORST = 8;
const SHOWN_OF_TEXT = 600;
const THOUSAND = 1000;
/** One answer in twenty is slower. */
const SLOW = 0.95;

/** @param today what was in use; null where that is what sat the exam */
export function reportOf(
  cases: readonly GoldenCase[],
  { candidate, today }: { candidate: readonly Sat[]; today: readonly Sat[] | null },
  ending: Ending,
): Report {
  const worse = today === null ? [] : worseIn(today, candidate);
  return {
    ...ending,
    candidate: sideFigures(cases, candidate),
    today: today === null ? null : sideFigures(cases, today),
    worseIn: worse,
    hasPassed: worse.length === 0 && ending.problem === null && candidate.length >= EXAM_FEWEST,
    worst: worstOf(cases, candidate, today ?? []),
  };
}

export function sideFigures(cases: readonly GoldenCase[], sat: readonly Sat[]): SideFigures {
  const failures = EXAM_CHECKS.map((check) => ({
    check,
    count: sat.filter(({ findings }) => findings.some((finding) => finding.check === check)).length,
  }));
  const micros = sat.reduce((sum, one) => sum + one.micros, 0);
  const latencies = sat.filter(({ text }) => text !== null).map(({ latencyMs }) => latencyMs);
  return {
    answered: sat.length,
    score: scoreOf(sat),
    failures: failures.filter(({ count }) => count > 0),
    byPrompt: byPrompt(cases, sat),
    microsPerThousand: sat.length === 0 ? null : Math.round((micros * THOUSAND) / sat.length),
    medianMs: quantile(latencies, 0.5),
    slowMs: quantile(latencies, SLOW),
  };
}

function byPrompt(cases: readonly GoldenCase[], sat: readonly Sat[]): SideFigures['byPrompt'] {
  const promptOf = new Map(cases.map(({ id, prompt }) => [id, prompt]));
  return EXAMINED_PROMPTS.flatMap((prompt) => {
    const mine = sat.filter(({ caseId }) => promptOf.get(caseId) === prompt);
    const passed = mine.filter(({ findings }) => findings.length === 0).length;
    return mine.length === 0 ? [] : [{ prompt, answered: mine.length, passed }];
  });
}

/** What today's passes and the candidate does not comes first, then what most is wrong with. */
function worstOf(cases: readonly GoldenCase[], candidate: readonly Sat[], today: readonly Sat[]): ExamCase[] {
  const passedToday = new Set(today.filter(({ findings }) => findings.length === 0).map(({ caseId }) => caseId));
  const byId = new Map(cases.map((golden) => [golden.id, golden]));
  return candidate
    .filter(({ findings }) => findings.length > 0)
    .map((sat) => ({ sat, golden: byId.get(sat.caseId), isNew: passedToday.has(sat.caseId) }))
    .toSorted((a, b) => Number(b.isNew) - Number(a.isNew) || b.sat.findings.length - a.sat.findings.length)
    .slice(0, WORST)
    .flatMap(({ sat, golden, isNew }) => (golden === undefined ? [] : [shown(sat, golden, isNew)]));
}

function shown(
  { caseId, findings, text }: Sat,
  { kind, tone, language, length }: GoldenCase,
  isNew: boolean,
): ExamCase {
  const start = text === null || text.length <= SHOWN_OF_TEXT ? text : `${text.slice(0, SHOWN_OF_TEXT).trimEnd()}…`;
  return { id: caseId, kind, tone, language, length, findings: [...findings], text: start, isNew };
}
