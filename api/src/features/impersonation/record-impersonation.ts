import type { Knex } from 'knex';
import { stopImpersonation } from '../../contract/impersonation.ts';
import { actionOf, type RecordImpersonation } from '../../http/impersonation.ts';
import { auditRepository, actorOf } from '../audit/audit.repository.ts';

/** Writes its own entry. */
const END = actionOf(stopImpersonation);

/** Writes every write of an impersonation down under both ids. */
export function recordImpersonation(db: Knex): RecordImpersonation {
  return async (session, action, subject, ip) => {
    if (action === END) return;
    await auditRepository(db).record(actorOf(session, { ip }), { action, subject });
  };
}
