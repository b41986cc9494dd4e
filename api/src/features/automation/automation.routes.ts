import Router from '@koa/router';
import type { Knex } from 'knex';
import * as contract from '../../contract/index.ts';
import { done } from '../../contract/common.ts';
import { databaseTime } from '../../db/clock.ts';
import type { Owner } from '../../db/owner.ts';
import { handle } from '../../http/handle.ts';
import type { SpentToday } from '../ai-calls/ai-calls.repository.ts';
import { presentCycle, presentSlot, presentSettings } from './automation.present.ts';
import type { AutomationService } from './automation.service.ts';
import { cyclesRepository } from './cycles.repository.ts';
import { queueRepository } from './queue.repository.ts';
import type { QueueService } from './queue.service.ts';
import { settingsRepository } from './settings.repository.ts';

interface Deps {
  readonly db: Knex;
  readonly service: AutomationService;
  readonly queue: QueueService;
  /** Millionths of a US dollar a day and person; null for no limit. */
  readonly limitMicros: number | null;
  /** What this person's calls to the AI have cost today. */
  spentToday(owner: Owner): Promise<SpentToday>;
  /** Something of automation has changed, which open screens may be told. */
  moved(): void;
}

export function automationRoutes(deps: Deps): Router {
  const router = new Router();
  const { db, service, limitMicros, spentToday, moved } = deps;
  const [settings, cycles] = [settingsRepository(db), cyclesRepository(db)];

  async function present(owner: Owner): Promise<contract.AutomationSettings> {
    const [found, pages, spent] = await Promise.all([settings.find(owner), settings.pages(owner), spentToday(owner)]);
    return presentSettings(found, pages, spent, limitMicros, found?.now ?? (await databaseTime(db)));
  }

  handle(router, contract.automationSettings, async ({ session }) => present(session));

  handle(router, contract.saveAutomationSettings, async ({ session, body }) => {
    await service.save(session, {
      frequencyHours: body.regenerationFrequency ?? body.frequency,
      pages: body.pageConfigurations ?? [],
    });
    moved();
    return present(session);
  });

  handle(router, contract.startAutomation, async ({ session }) => {
    await service.start(session);
    moved();
    return present(session);
  });

  handle(router, contract.stopAutomation, async ({ session }) => {
    await service.stopAutomation(session);
    moved();
    return present(session);
  });

  handle(router, contract.resumeAutomationPage, async ({ session, params }) => {
    await service.resume(session, params.id);
    moved();
    return present(session);
  });

  handle(router, contract.listAutomationCycles, async ({ session }) =>
    (await cycles.last(session, contract.CYCLES_SHOWN)).map(presentCycle),
  );

  queued(router, deps);
  return router;
}

/** Texts that wait for their time, or for a yes. */
function queued(router: Router, { db, queue, moved }: Deps): void {
  const waiting = queueRepository(db);

  handle(router, contract.automationQueue, async ({ session }) => (await waiting.list(session)).map(presentSlot));

  handle(router, contract.clearAutomationQueue, async ({ session }) => {
    await queue.clear(session);
    moved();
    return done;
  });

  handle(router, contract.editSlot, async ({ session, params, body }) => {
    const edited = presentSlot(await queue.edit(session, params.id, body.contentHash, body.content));
    moved();
    return edited;
  });

  handle(router, contract.approveSlot, async ({ session, params, body }) => {
    const approved = presentSlot(await queue.approve(session, params.id, body.contentHash));
    moved();
    return approved;
  });

  handle(router, contract.skipSlot, async ({ session, params }) => {
    await queue.skip(session, params.id);
    moved();
    return done;
  });
}
