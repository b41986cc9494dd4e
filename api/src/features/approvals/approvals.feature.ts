import type { Knex } from 'knex';
import type { Job } from '../../jobs/jobs.ts';
import type { Events } from '../events/events.feature.ts';
import { approvalRulesRepository } from './approval-rules.repository.ts';
import { approvalRulesRoutes } from './approval-rules.routes.ts';
import { approvalRulesService } from './approval-rules.service.ts';

/** What is deleted counts for its day. By then that is over in every zone. */
const KEPT_DAYS = 3;
const FORGOTTEN_AT_ONCE = 1000;

/** Rules by which posts are approved without a person reading each. */
export function createApprovals({
  db,
  sweepsDb,
  events: { moved },
}: {
  db: Knex;
  sweepsDb: Knex;
  events: Pick<Events, 'moved'>;
}) {
  const rules = approvalRulesService({ db });
  return {
    routes: [approvalRulesRoutes({ rules, moved })],
    jobs: [
      {
        name: 'forget-approvals-of-deleted-posts',
        rule: '0 41 3 * * *',
        run: async () => {
          const forget = () => approvalRulesRepository(sweepsDb).forgetDeleted(KEPT_DAYS, FORGOTTEN_AT_ONCE);
          while ((await forget()) === FORGOTTEN_AT_ONCE);
        },
      },
    ] satisfies Job[],
  };
}
