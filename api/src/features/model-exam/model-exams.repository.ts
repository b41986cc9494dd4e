import type { Knex } from 'knex';
import type { PromptVersions } from '../../prompts/writing.ts';
import type { Report } from './report.ts';

/** By what texts are written, as it is kept. */
export interface KeptWriting {
  readonly model: string;
  readonly versions: PromptVersions;
}

export interface Exam {
  readonly id: number;
  readonly candidate: KeptWriting;
  /** What was in use; null where that is what sits it. */
  readonly today: KeptWriting | null;
  readonly state: 'running' | 'done' | 'cut-off';
  readonly answered: number;
  readonly of: number;
  readonly micros: number;
  /** null while it runs. */
  readonly report: Report | null;
  readonly startedAt: Date;
  readonly endedAt: Date | null;
}

interface Progress {
  readonly answered: number;
  readonly micros: number;
}

interface ExamRow {
  id: number;
  candidate: KeptWriting;
  today: KeptWriting | null;
  state: Exam['state'];
  answered: number;
  of: number;
  micros: number;
  report: Report | null;
  started_at: Date;
  ended_at: Date | null;
}

/** A process that has not been heard of for so long has died, or lost the database. */
const SILENT_SECONDS = 30;
const KEPT = 20;

/** Exams of models and prompts: of the whole deployment, like the model itself. */
export function modelExamsRepository(db: Knex) {
  const table = () => db('model_exams');

  /** Those whose process has died. */
  async function cutOff(): Promise<void> {
    await table()
      .where({ state: 'running' })
      .whereRaw(`seen_at < now() - interval '${SILENT_SECONDS} seconds'`)
      .update({ state: 'cut-off', ended_at: db.fn.now() });
  }

  return {
    ...examUnderWay(db),

    /** @returns null when another one runs */
    async begin({ candidate, today, of }: Pick<Exam, 'candidate' | 'today' | 'of'>): Promise<Exam | null> {
      await cutOff();
      const [row] = await table()
        .insert({
          candidate: JSON.stringify(candidate),
          today: today === null ? null : JSON.stringify(today),
          of,
        })
        .onConflict(db.raw("((true)) where state = 'running'"))
        .ignore()
        .returning<ExamRow[]>('*');
      if (row === undefined) return null;
      await table()
        .where('id', '<=', row.id - KEPT)
        .delete();
      return toExam(row);
    },

    async find(id: number): Promise<Exam | null> {
      await cutOff();
      const row = await table().where({ id }).first<ExamRow | undefined>();
      return row === undefined ? null : toExam(row);
    },

    async latest(): Promise<Exam | null> {
      await cutOff();
      const row = await table().orderBy('id', 'desc').first<ExamRow | undefined>();
      return row === undefined ? null : toExam(row);
    },
  };
}
export type ModelExamsRepository = ReturnType<typeof modelExamsRepository>;

/** What the process that makes an exam says of it, and hears. */
function examUnderWay(db: Knex) {
  const running = () => db('model_exams').where({ state: 'running' });
  return {
    async askToStop(id: number): Promise<boolean> {
      return (await running().where({ id }).update({ is_stop_asked: true })) > 0;
    },

    /** Says how far it is, and that its process is there. @returns whether it is to go on */
    async tell(id: number, progress: Progress): Promise<boolean> {
      const [row] = await running()
        .where({ id })
        .update({ ...progress, seen_at: db.fn.now() })
        .returning<{ is_stop_asked: boolean }[]>('is_stop_asked');
      return row !== undefined && !row.is_stop_asked;
    },

    async end(id: number, progress: Progress, report: Report): Promise<void> {
      await running()
        .where({ id })
        .update({
          ...progress,
          state: 'done',
          report: JSON.stringify(report),
          ended_at: db.fn.now(),
        });
    },
  };
}

function toExam({ started_at: startedAt, ended_at: endedAt, ...row }: ExamRow): Exam {
  const { id, candidate, today, state, answered, of, micros, report } = row;
  return { id, candidate, today, state, answered, of, micros, report, startedAt, endedAt };
}
