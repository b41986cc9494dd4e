import Router from '@koa/router';
import * as contract from '../contract/index.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { NotYetError } from './errors.ts';
import { handle } from './handle.ts';

/** Calls of the contract that are not served yet. This list only shrinks. */
export const COMING_SOON: readonly Endpoint[] = [
  contract.automationSettings,
  contract.saveAutomationSettings,
  contract.startAutomation,
  contract.stopAutomation,
  contract.automationQueue,
  contract.clearAutomationQueue,
  contract.resumeAutomationPage,
  contract.editQueueEntry,
  contract.approveQueueEntry,
  contract.skipQueueEntry,
  contract.listAutomationCycles,
];

/** Says so, to those who may call and with input that is right. */
export function comingSoonRoutes(): Router {
  const router = new Router();
  for (const endpoint of COMING_SOON) {
    handle(router, endpoint, async () => {
      throw new NotYetError('This part of Pagecast is not built yet. It comes with a later version.');
    });
  }
  return router;
}
