import type { AiRequest } from '../../ai/ai.ts';
import type { ExamCheck, EXAMINED_PROMPTS } from '../../contract/model-exam.ts';
import type { Tone } from '../../contract/generation.ts';
import type { Ask } from '../../prompts/prompt.ts';
import type { Writing } from '../../prompts/writing.ts';

export const EXAM_LANGUAGES = ['English', 'Bahasa Melayu', 'Manglish'] as const;
export type ExamLanguage = (typeof EXAM_LANGUAGES)[number];

/** What is wrong with an answer. */
export interface ExamFinding {
  readonly check: ExamCheck;
  /** In a few words, for who reads the results: "312 words". */
  readonly detail: string;
}

/** One answer that a model is asked for, and what can be told of a good one without another model. */
export interface GoldenCase {
  readonly id: string;
  readonly prompt: (typeof EXAMINED_PROMPTS)[number];
  readonly kind: string;
  readonly tone: Tone | null;
  readonly language: ExamLanguage;
  /** How much is asked for, in words for who reads the results. */
  readonly length: string;
  /** By the same code, and the same prompts, as for people. */
  ask(writing: Writing): Ask & Pick<AiRequest, 'schema'>;
  /** An answer as people get to see it. */
  read(answer: string): string;
  /** What is wrong with it, beside what is wrong with any answer. */
  findings(answer: string): Promise<ExamFinding[]>;
}

/** Of a list that begins anew at its end. */
export function at<Item>(list: readonly Item[], index: number): Item {
  return list[index % list.length] as Item;
}
