import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { AiCalls } from '../ai-calls/ai-calls.feature.ts';
import type { Configuration } from '../configuration/configuration.feature.ts';
import { recordedCall } from '../ai-calls/recorded-call.ts';
import { modelExamRoutes } from './model-exam.routes.ts';
import { modelExamService } from './model-exam.service.ts';
import { modelExamsRepository } from './model-exams.repository.ts';
import { caseSitting } from './sit-case.ts';

interface Deps {
  readonly db: Knex;
  readonly log: Logger;
  readonly configuration: Pick<Configuration, 'ai' | 'chooseWriting'>;
  readonly aiCalls: AiCalls;
}

/** What a model or a prompt has to show before texts are written by it. */
export function createModelExam({ db, log, configuration: { ai, chooseWriting }, aiCalls }: Deps) {
  const exams = modelExamsRepository(db);
  const { writing, modelOfServer } = ai;
  const service = modelExamService({
    exams,
    sit: caseSitting({ complete: ai.complete(), record: recordedCall({ calls: aiCalls, budget: aiCalls.budget }) }),
    writing,
    modelOfServer,
    choose: chooseWriting,
    log,
  });
  return {
    examsSettled: service.settled,
    routes: [modelExamRoutes({ exams, service, writing, modelOfServer })],
  };
}
