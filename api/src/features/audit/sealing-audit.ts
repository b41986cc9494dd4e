import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { auditSealsRepository, type Head } from './audit-seals.repository.ts';

const AT_ONCE = 500;

/** Seals lines of the audit log, and logs how far the chain is: whoever keeps the log elsewhere can hold it to that. */
export function sealingAudit({ db, log }: { readonly db: Knex; readonly log: Logger }) {
  const seals = auditSealsRepository(db);
  return {
    after: seals.after,
    head: (): Promise<Head> => seals.head(),

    /** All lines that are there; or as many as somebody can wait for, who finds the rest sealed some minutes later. */
    async sealAll(most = Infinity): Promise<void> {
      let sealed: number;
      let count = 0;
      do {
        sealed = await db.transaction((trx) => auditSealsRepository(trx).sealNext(AT_ONCE));
        count += sealed;
      } while (sealed === AT_ONCE && count < most);
      if (count > 0) log.info({ lines: count, ...(await seals.head()) }, 'audit.sealed');
    },
  };
}
export type SealingAudit = ReturnType<typeof sealingAudit>;
