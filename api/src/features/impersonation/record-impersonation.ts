import type { Knex } from 'knex';
import type { Middleware } from 'koa';
import { stopImpersonation } from '../../contract/impersonation.ts';
import { actionOf, RECORD_IMPERSONATION_STATE, type RecordImpersonation } from '../../http/impersonation.ts';
import { auditRepository, actorOf } from '../audit/audit.repository.ts';

/** Writes its own entry. */
const END = actionOf(stopImpersonation);

/** Lets every write of an impersonation be written down under both ids, whichever route it goes to. */
export function recordImpersonation(db: Knex): Middleware {
  return (ctx, next) => {
    const record: RecordImpersonation = async (session, action, subject) => {
      if (action === END) return;
      await auditRepository(db).record(actorOf(session, { ip: ctx.state['ip'] as string }), { action, subject });
    };
    ctx.state[RECORD_IMPERSONATION_STATE] = record;
    return next();
  };
}
