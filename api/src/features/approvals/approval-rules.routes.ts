import Router from '@koa/router';
import * as contract from '../../contract/index.ts';
import { handle } from '../../http/handle.ts';
import type { RuleInUse } from './approval-rule.ts';
import type { ApprovalRulesService } from './approval-rules.service.ts';

interface Deps {
  readonly rules: ApprovalRulesService;
  /** Something of automation has changed, which open screens may be told. */
  moved(): void;
}

export function approvalRulesRoutes({ rules, moved }: Deps): Router {
  const router = new Router();

  handle(router, contract.listApprovalRules, async ({ session }) => ({
    rules: (await rules.list(session)).map(present),
  }));

  handle(router, contract.writeApprovalRule, async ({ session, params, body, request }) => {
    const written = await rules.write(session, request, params.id, body);
    moved();
    return present(written);
  });

  handle(router, contract.endApprovalRule, async ({ session, params, request }) => {
    const hadRule = await rules.end(session, request, params.id);
    moved();
    return { hadRule };
  });

  return router;
}

function present({ kinds, writtenAt, ...rule }: RuleInUse): contract.ApprovalRule {
  // A kind that this release no longer knows lets nothing through.
  const known = contract.GENERATOR_CONTENT_TYPES.filter((kind) => kinds.includes(kind));
  return { ...rule, kinds: known, writtenAt: writtenAt.toISOString() };
}
