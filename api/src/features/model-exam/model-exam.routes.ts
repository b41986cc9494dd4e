import Router from '@koa/router';
import { done } from '../../contract/common.ts';
import * as contract from '../../contract/model-exam.ts';
import { NotFoundError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import type { Writing } from '../../prompts/writing.ts';
import { actorOf } from '../audit/audit.repository.ts';
import { presentExam, presentModel } from './model-exam.present.ts';
import type { ModelExamService } from './model-exam.service.ts';
import type { ModelExamsRepository } from './model-exams.repository.ts';

interface Deps {
  readonly exams: ModelExamsRepository;
  readonly service: ModelExamService;
  writing(): Writing;
  readonly modelOfServer: string;
}

export function modelExamRoutes({ exams, service, writing, modelOfServer }: Deps): Router {
  const router = new Router();
  const present = async () => presentModel(writing(), modelOfServer, await exams.latest());

  handle(router, contract.readAiModel, present);

  handle(router, contract.startModelExam, async ({ body, session, request }) =>
    presentExam(
      await service.start(session, request.timeZone, { model: body.model, versions: given(body.prompts ?? {}) }),
    ),
  );

  handle(router, contract.readModelExam, async ({ params }) => {
    const exam = await exams.find(params.id);
    if (exam === null) throw new NotFoundError('This exam is gone. Start a new one.');
    return presentExam(exam);
  });

  handle(router, contract.stopModelExam, async ({ params }) => {
    await service.stop(params.id);
    return done;
  });

  handle(router, contract.chooseAiModel, async ({ body, session, request }) => {
    await service.choose(actorOf(session, request), body.examId, body.knowingly === true);
    return present();
  });

  return router;
}

/** A version that is left out stays as it is. */
function given({ post, automation }: { post?: number | undefined; automation?: number | undefined }) {
  return { ...(post !== undefined && { post }), ...(automation !== undefined && { automation }) };
}
