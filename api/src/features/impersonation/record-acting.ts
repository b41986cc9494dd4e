import type { Knex } from 'knex';
import type { Middleware } from 'koa';
import { clearMockUser } from '../../contract/admin.ts';
import { actionOf, RECORD_ACTING_STATE, type RecordActing } from '../../http/acting.ts';
import { auditRepository, actorOf } from '../audit/audit.repository.ts';

/** Writes its own entry. */
const END = actionOf(clearMockUser);

/** Lets every write in somebody's place be written down under both ids, whichever route it goes to. */
export function recordActing(db: Knex): Middleware {
  return (ctx, next) => {
    const record: RecordActing = async (session, action, subject) => {
      if (action === END) return;
      await auditRepository(db).record(actorOf(session, { ip: ctx.state['ip'] as string }), { action, subject });
    };
    ctx.state[RECORD_ACTING_STATE] = record;
    return next();
  };
}
