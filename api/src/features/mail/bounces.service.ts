import type { Knex } from 'knex';
import { readBounceReport, type BounceReport } from '../../mails/bounce-report.ts';
import { returnOfStatus } from '../../mails/returned-mail.ts';
import type { MailLinks } from './mail-links.ts';
import { mailSettingsRepository } from './mail-settings.repository.ts';
import { mailsRepository } from './mails.repository.ts';

interface Deps {
  readonly db: Knex;
  readonly adminIds: readonly string[];
  readonly links: MailLinks;
}

/** What reports of mail servers say of mails that they took first. */
export function bouncesService({ db, adminIds, links }: Deps) {
  return {
    /** @returns how many mails of ours came back with it */
    async take(raw: Buffer): Promise<number> {
      const report = await readBounceReport(raw).catch((): BounceReport | null => null);
      const [failure] = report?.failures ?? [];
      if (report === null || failure === undefined) return 0;
      const mailIds = new Set(report.ids.map((id) => links.readMessageId(id)).filter((id) => id !== null));
      const { reason } = failure;
      const why = returnOfStatus(failure.status);
      let noted = 0;
      for (const id of mailIds)
        await db.transaction(async (trx) => {
          const returned = await mailsRepository(trx).cameBack(id);
          if (returned === null) return;
          await mailSettingsRepository(trx, adminIds).cameBack(returned.owner, returned.address, { reason, why });
          noted += 1;
        });
      return noted;
    },
  };
}
export type BouncesService = ReturnType<typeof bouncesService>;
