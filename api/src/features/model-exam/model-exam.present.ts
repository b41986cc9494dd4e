import type { AiModel, CHOSEN_PROMPTS, ExamSide, ModelExam } from '../../contract/model-exam.ts';
import { PROMPTS } from '../../prompts/prompts.ts';
import { writingBy } from '../../prompts/writing.ts';
import type { Exam, KeptWriting } from './model-exams.repository.ts';
import { sideFigures, type SideFigures } from './report.ts';

export function presentModel(inUse: KeptWriting, modelOfServer: string, exam: Exam | null): AiModel {
  return {
    ...writtenBy(inUse),
    modelOfServer,
    versions: ofEach((id) => PROMPTS[id].map(({ news }) => news ?? '')),
    exam: exam === null ? null : presentExam(exam),
  };
}

export function presentExam({ report, candidate, today, startedAt, endedAt, ...exam }: Exam): ModelExam {
  const { id, state, answered, of, micros } = exam;
  return {
    id,
    state,
    answered,
    of,
    micros,
    endedBy: report?.endedBy ?? null,
    problem: report?.problem ?? null,
    startedAt: startedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    candidate: side(candidate, report?.candidate),
    today: today === null ? null : side(today, report?.today ?? undefined),
    worseIn: [...(report?.worseIn ?? [])],
    hasPassed: report?.hasPassed ?? false,
    worst: [...(report?.worst ?? [])],
  };
}

function side(by: KeptWriting, figures: SideFigures | undefined): ExamSide {
  return { ...writtenBy(by), ...(figures ?? sideFigures([], [])) };
}

function writtenBy({ model, versions }: KeptWriting) {
  const { prompt } = writingBy(model, versions);
  return { model, prompts: ofEach((id) => prompt(id).version) };
}

function ofEach<Value>(value: (id: (typeof CHOSEN_PROMPTS)[number]) => Value) {
  return { post: value('post'), automation: value('automation') };
}
