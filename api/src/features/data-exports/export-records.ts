import type { Knex } from 'knex';
import { networkOf } from '../../http/client-address.ts';
import { TooManyRequestsError } from '../../http/errors.ts';
import type { RateLimitWithin } from '../../http/rate-limit.ts';
import type { Session } from '../../http/session.ts';
import { actorOf, auditRepository } from '../audit/audit.repository.ts';

/** Who deals with an export. */
export interface Asker {
  readonly session: Session;
  readonly ip: string;
}

/** What the audit log hears of an export. */
export async function recordExport(trx: Knex, { session, ip }: Asker, action: string): Promise<void> {
  await auditRepository(trx).record(actorOf(session, { ip }), {
    action,
    // Of nobody the log keeps an ID: with an account it is forgotten.
    subject: `Their data (${session.facebookId})`,
  });
}

/**
 * Notes a download, once for each export, address and hour: the log is kept without end, and a download comes in as
 * many parts as its reader likes.
 */
export async function recordDownload(db: Knex, asker: Asker, id: number, limitLines: RateLimitWithin): Promise<void> {
  await db.transaction(async (trx) => {
    try {
      await limitLines(trx, `${asker.session.facebookId} ${id} ${networkOf(asker.ip)}`);
    } catch (error) {
      if (error instanceof TooManyRequestsError) return;
      throw error;
    }
    await recordExport(trx, asker, 'accounts.export-downloaded');
  });
}
