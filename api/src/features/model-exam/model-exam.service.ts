import type { Logger } from 'pino';
import { CHOSEN_PROMPTS, EXAM_LIMIT_MICROS, EXAM_NOT_PASSED, EXAM_SECONDS } from '../../contract/model-exam.ts';
import type { Owner } from '../../db/owner.ts';
import { ConflictError, InvalidInputError, NotFoundError } from '../../http/errors.ts';
import { PROMPTS } from '../../prompts/prompts.ts';
import { writingBy, type PromptVersions, type Writing } from '../../prompts/writing.ts';
import type { Actor } from '../audit/audit.repository.ts';
import type { Sat } from './figures.ts';
import type { GoldenCase } from './golden-case.ts';
import { EXAM_CASES } from './golden-cases.ts';
import type { Exam, KeptWriting, ModelExamsRepository } from './model-exams.repository.ts';
import { reportOf, type Ending } from './report.ts';
import { runExam } from './run-exam.ts';
import type { CaseSitting } from './sit-case.ts';

const GONE = 'This exam is gone. Start a new one.';
/** How often an exam says how far it is, and hears whether to stop. */
const TELL_MS = 1000;

export interface Deps {
  readonly exams: ModelExamsRepository;
  readonly sit: CaseSitting;
  /** What is in use now. */
  writing(): Writing;
  readonly modelOfServer: string;
  /** Makes it what is in use, with a line in the audit log. */
  choose(actor: Actor, chosen: KeptWriting & { readonly modelOfServer: string }, figures: object): Promise<void>;
  readonly log: Logger;
  readonly cases?: readonly GoldenCase[];
  readonly seconds?: number;
  readonly limitMicros?: number;
}

interface Wanted {
  readonly model: string;
  readonly versions: PromptVersions;
}

/** Exams that models and prompts sit before they are chosen. */
export function modelExamService(deps: Deps) {
  const { exams, writing, modelOfServer, choose, log, cases = EXAM_CASES } = deps;
  const underWay = new Set<Promise<void>>();

  return {
    /**
     * Begins in the background; what is in use sits it too, case by case beside the candidate.
     * @param timeZone where the days of the person begin whose budget it is paid of
     * @throws ConflictError when another one runs
     */
    async start(owner: Owner, timeZone: string, wanted: Wanted): Promise<Exam> {
      const now = writing();
      const candidate = { model: wanted.model, versions: { ...now.versions, ...known(wanted.versions) } };
      const today = isSame(candidate, now) ? null : { model: now.model, versions: now.versions };
      const of = cases.length * (today === null ? 1 : 2);
      const exam = await exams.begin({ candidate, today, of });
      if (exam === null) throw new ConflictError('Another exam is running. Wait for it to finish, or stop it.');
      const work = run(deps, owner, timeZone, exam, cases)
        .catch((error: unknown) => log.error({ err: error, examId: exam.id }, 'model-exam.broken'))
        .finally(() => void underWay.delete(work));
      underWay.add(work);
      return exam;
    },

    /** @throws NotFoundError, and ConflictError when it has ended already */
    async stop(id: number): Promise<void> {
      if (await exams.askToStop(id)) return;
      if ((await exams.find(id)) === null) throw new NotFoundError(GONE);
      throw new ConflictError('This exam has already finished.');
    },

    /**
     * @param knowingly although it was not passed
     * @throws ConflictError when it runs, was of another model than today's, or was not passed
     */
    async choose(actor: Actor, id: number, knowingly: boolean): Promise<void> {
      const exam = await exams.find(id);
      if (exam === null) throw new NotFoundError(GONE);
      if (exam.state === 'running') throw new ConflictError("This exam hasn't finished yet.");
      const { candidate, today, report } = exam;
      if (!isSame(today ?? candidate, writing()))
        throw new ConflictError('The model or a prompt has changed since this exam. Start a new one.');
      const hasPassed = report?.hasPassed === true;
      if (!hasPassed && !knowingly)
        throw new ConflictError("This model didn't pass its exam. You can still choose it knowingly.", {
          code: EXAM_NOT_PASSED,
        });
      await choose(actor, { ...candidate, modelOfServer }, figuresOf(exam));
    },

    /** Resolves when no exam runs in this process. */
    async settled(): Promise<void> {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
export type ModelExamService = ReturnType<typeof modelExamService>;

async function run(
  { exams, sit, seconds = EXAM_SECONDS, limitMicros = EXAM_LIMIT_MICROS }: Deps,
  owner: Owner,
  timeZone: string,
  { id, candidate, today }: Exam,
  cases: readonly GoldenCase[],
): Promise<void> {
  const sides = { candidate: [] as Sat[], today: [] as Sat[] };
  const stopped = new AbortController();
  const timeUp = AbortSignal.timeout(seconds * 1000);
  const progress = () => {
    const all = [...sides.candidate, ...sides.today];
    return { answered: all.length, micros: all.reduce((sum, { micros }) => sum + micros, 0) };
  };
  const telling = setInterval(() => {
    // Lost for a moment: the next one tells.
    void exams.tell(id, progress()).then(
      (goesOn) => goesOn || stopped.abort(),
      () => {},
    );
  }, TELL_MS);
  try {
    const ended = await runExam({
      sittings: sittingsOf(cases, candidate, today),
      sit: (sitting, signal) => sit(owner, timeZone, sitting, signal),
      onSat: (side: keyof typeof sides, sat) => void sides[side].push(sat),
      limitMicros,
      signal: AbortSignal.any([stopped.signal, timeUp]),
    });
    const ending: Ending = ended ?? { endedBy: endedBy(stopped.signal, timeUp), problem: null };
    const answers = { candidate: sides.candidate, today: today === null ? null : sides.today };
    await exams.end(id, progress(), reportOf(cases, answers, ending));
  } finally {
    clearInterval(telling);
  }
}

/** Both sides of a case right after each other: an exam that ends early has asked both the same. */
function sittingsOf(cases: readonly GoldenCase[], candidate: KeptWriting, today: KeptWriting | null) {
  const sides = [
    { side: 'candidate', writing: writingBy(candidate.model, candidate.versions) },
    ...(today === null ? [] : [{ side: 'today', writing: writingBy(today.model, today.versions) } as const]),
  ] as const;
  return cases.flatMap((golden) => sides.map(({ side, writing }) => ({ side, golden, asked: golden.ask(writing) })));
}

function endedBy(stopped: AbortSignal, timeUp: AbortSignal): Ending['endedBy'] {
  if (stopped.aborted) return 'stopped';
  return timeUp.aborted ? 'time' : null;
}

/** @throws InvalidInputError for a version that there is not */
function known(versions: PromptVersions): PromptVersions {
  for (const id of CHOSEN_PROMPTS) {
    const version = versions[id];
    if (version !== undefined && !PROMPTS[id].some((one) => one.version === version))
      throw InvalidInputError.of([{ path: `prompts.${id}`, message: 'There is no such version of this prompt' }]);
  }
  return versions;
}

/** The same model, and the same version of each prompt that it is asked by. */
function isSame(one: KeptWriting, other: KeptWriting): boolean {
  const [left, right] = [writingBy(one.model, one.versions), writingBy(other.model, other.versions)];
  return (
    one.model === other.model && CHOSEN_PROMPTS.every((id) => left.prompt(id).version === right.prompt(id).version)
  );
}

/** What the audit log keeps of it. */
function figuresOf({ id, report }: Exam): object {
  return {
    exam: id,
    passed: report?.hasPassed ?? false,
    answered: report?.candidate.answered ?? 0,
    score: report?.candidate.score ?? null,
    scoreBefore: report?.today?.score ?? null,
    worseIn: report?.worseIn.join(', ') ?? '',
    microsPerThousand: report?.candidate.microsPerThousand ?? null,
    medianMs: report?.candidate.medianMs ?? null,
  };
}
