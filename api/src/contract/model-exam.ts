import * as z from 'zod/mini';
import { byId, Count, Done, limited, RowId } from './common.ts';
import { endpoint, none } from './endpoint.ts';

/** What is looked at in each answer. `unanswered`: none came. */
export const EXAM_CHECKS = [
  'language',
  'length',
  'words',
  'claims',
  'facts',
  'changes',
  'structure',
  'instructions',
  'refusal',
  'unanswered',
] as const;
export type ExamCheck = (typeof EXAM_CHECKS)[number];

/** An exam ends after so long, with what has been answered by then. */
export const EXAM_SECONDS = 120;
/** It asks nothing more that could take it past this, in millionths of a US dollar. */
export const EXAM_LIMIT_MICROS = 2_000_000;
/** Fewer answers say too little to choose by. */
export const EXAM_FEWEST = 60;

/** What a model is examined in: every prompt by which people get a text. */
export const EXAMINED_PROMPTS = [
  'post',
  'automation',
  'variant',
  'sourced-post',
  'rewrite',
  'reword',
  'review',
  'news',
  'sourced-news',
  'voice',
] as const;

/** Prompts of which an administrator may choose the version. */
export const CHOSEN_PROMPTS = ['post', 'automation'] as const;
const Versions = z.object({ post: z.number(), automation: z.number() });
const Model = limited(200, z.trim(), z.regex(/^[\w.:/@+-]+$/, 'Must be the name of a model, without spaces'));

/** By what texts are written. */
const WrittenBy = z.object({ model: z.string(), prompts: Versions });

const ExamSide = z.object({
  ...WrittenBy.shape,
  /** Cases that it has answered. */
  answered: z.number(),
  /** Of 100 answers, how many have nothing wrong with them; null before the first. */
  score: z.nullable(z.number()),
  /** Answers in which something was wrong, by what; only checks that found something. */
  failures: z.array(z.object({ check: z.string(), count: z.number() })),
  /** The same by the prompt that asked; left out of exams of earlier releases. */
  byPrompt: z.optional(z.array(z.object({ prompt: z.string(), answered: z.number(), passed: z.number() }))),
  /** Millionths of a US dollar for a thousand texts. */
  microsPerThousand: z.nullable(z.number()),
  medianMs: z.nullable(z.number()),
  /** One answer in twenty took longer. */
  slowMs: z.nullable(z.number()),
});
export type ExamSide = z.infer<typeof ExamSide>;

const ExamCase = z.object({
  id: z.string(),
  kind: z.string(),
  tone: z.nullable(z.string()),
  language: z.string(),
  length: z.string(),
  findings: z.array(z.object({ check: z.string(), detail: z.string() })),
  /** The beginning of the answer; null where none came. */
  text: z.nullable(z.string()),
  /** Today's model passes it. */
  isNew: z.boolean(),
});
export type ExamCase = z.infer<typeof ExamCase>;

export const ModelExam = z.object({
  id: z.number(),
  /** `cut-off`: the process that made it has died. */
  state: z.enum(['running', 'done', 'cut-off']),
  /** What ended it before the last case; null: nothing did. Others may follow. */
  endedBy: z.nullable(z.string()),
  /** Why the AI could not be asked, in a sentence. */
  problem: z.nullable(z.string()),
  startedAt: z.string(),
  endedAt: z.nullable(z.string()),
  answered: z.number(),
  of: z.number(),
  /** What it counts for in the budgets so far, in millionths of a US dollar. */
  micros: z.number(),
  candidate: ExamSide,
  /** What is in use; null where that is what sat the exam. */
  today: z.nullable(ExamSide),
  /** In what the candidate is clearly worse than today's: `all`, or a check. */
  worseIn: z.array(z.string()),
  hasPassed: z.boolean(),
  worst: z.array(ExamCase),
});
export type ModelExam = z.infer<typeof ModelExam>;

const AiModel = z.object({
  ...WrittenBy.shape,
  /** That of the server's settings. */
  modelOfServer: z.string(),
  /** The versions of each prompt that there are to choose from, the first one first: what each does otherwise. */
  versions: z.object({ post: z.array(z.string()), automation: z.array(z.string()) }),
  /** The one that was started last. */
  exam: z.nullable(ModelExam),
});
export type AiModel = z.infer<typeof AiModel>;

const admins = { access: 'admin', resource: 'configuration', query: none } as const;

export const readAiModel = endpoint({
  ...admins,
  method: 'GET',
  path: '/api/admin/ai-model',
  touches: [],
  params: none,
  body: none,
  response: AiModel,
});

/** Begins in the background; one at a time. The answers are paid for as those of people are, by who begins it. */
export const startModelExam = endpoint({
  ...admins,
  method: 'POST',
  path: '/api/admin/model-exams',
  touches: ['configuration'],
  params: none,
  body: z.strictObject({
    model: Model,
    /** Left out: the versions in use. */
    prompts: z.optional(z.strictObject({ post: z.optional(Count), automation: z.optional(Count) })),
  }),
  response: ModelExam,
  success: 201,
});

export const readModelExam = endpoint({
  ...admins,
  method: 'GET',
  path: '/api/admin/model-exams/:id',
  touches: [],
  params: byId,
  body: none,
  response: ModelExam,
});

/** It ends with what has been answered. */
export const stopModelExam = endpoint({
  ...admins,
  method: 'POST',
  path: '/api/admin/model-exams/:id/stop',
  touches: ['configuration'],
  params: byId,
  body: none,
  response: Done,
});

/** The code of a refusal: the exam wasn't passed, and its candidate is chosen only with `knowingly`. */
export const EXAM_NOT_PASSED = 'exam_not_passed';

/** Texts are written by what sat this exam from now on. */
export const chooseAiModel = endpoint({
  ...admins,
  method: 'PATCH',
  path: '/api/admin/ai-model',
  touches: ['audit', 'configuration'],
  params: none,
  body: z.strictObject({ examId: RowId, knowingly: z.optional(z.boolean()) }),
  response: AiModel,
});
