import Router from '@koa/router';
import { done } from '../../contract/common.ts';
import * as contract from '../../contract/release-robots.ts';
import { handle } from '../../http/handle.ts';
import { assertMay, teamOf, type TeamDeps } from './releasing.routes.ts';
import type { RemotesRepository } from './remotes.repository.ts';
import type { RobotOutcomes } from './robot-outcomes.ts';
import type { RobotPasses } from './robot-passes.ts';

interface Deps extends TeamDeps {
  readonly remotes: RemotesRepository;
  readonly robots: RobotPasses;
  readonly outcomes: RobotOutcomes;
}

/** What lets the robot of a release client in, and what it found. */
export function robotsRoutes({ remotes, robots, outcomes, currentEnvironment }: Deps): Router {
  const router = new Router();

  handle(router, contract.createRobotPass, async ({ holder, params: { name, version } }) => {
    assertMay(holder, name, 'stage');
    await outcomes.assertWaits(remotes, name, version);
    return robots.make(name, version);
  });

  handle(router, contract.reportRobot, async ({ holder, params, body: { outcome, note = null }, request }) => {
    assertMay(holder, params.name, 'stage');
    await outcomes.note(teamOf({ currentEnvironment }, holder, request), params, { outcome, note });
    return done;
  });

  return router;
}
