import path from 'node:path';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Environment } from '../../contract/common.ts';
import type { VisitReport } from '../../contract/visits.ts';
import type { Config } from '../../config/config.ts';
import type { Keyring } from '../../db/keyring.ts';
import type { Session } from '../../http/session.ts';
import type { Job } from '../../jobs/jobs.ts';
import { verdictWords } from '../../problems/readers-words.ts';
import { pagecastIn } from '../audit/audit.repository.ts';
import type { ReleaseJudge } from '../remotes/release-judge.ts';
import { releaseSharesRepository } from '../remotes/release-shares.repository.ts';
import { shownVersions } from '../remotes/shown-versions.ts';
import { judgeShares } from './judge-shares.job.ts';
import { judgedPeopleRepository } from './judged-people.repository.ts';
import { metIn, type Where } from './met-in-visit.ts';
import { judgementsRepository } from './judgements.repository.ts';
import { ENOUGH_PEOPLE, type Verdict } from './verdict.ts';
import { witnesses } from './witnesses.ts';

interface Deps {
  readonly config: Config;
  readonly db: Knex;
  readonly keys: Keyring;
  readonly log: Logger;
  readonly configuration: { currentEnvironment(): Environment };
}

/** Compares a shared version with the one before it, and takes it back where it is worse. */
export function createReleaseJudge({ config, db, keys, log, configuration }: Deps) {
  const judgements = judgementsRepository(db);
  const { hear, hearLoad, forget } = witnesses({
    keys,
    shares: releaseSharesRepository(db),
    people: judgedPeopleRepository(db),
  });
  const judge: ReleaseJudge = {
    hearLoad,
    async mayGrow({ id }) {
      return (await judgements.freshVerdict(id))?.kind === 'no-worse';
    },
    async verdicts(shareIds) {
      const verdicts = await judgements.verdicts(shareIds);
      return new Map([...verdicts].map(([id, verdict]) => [id, presentVerdict(verdict)]));
    },
  };
  return {
    ...judge,
    forgetVisitor: forget,
    /** What somebody met in a visit. */
    hear: (session: Session | null, report: VisitReport, where: Where) => hear(session, metIn(report, where)),
    jobs: [
      judgeShares({
        db,
        adminIds: config.ADMIN_FACEBOOK_IDS,
        actor: () => pagecastIn(configuration.currentEnvironment()),
        shown: shownVersions({
          releasesDir: path.join(config.DATA_DIR, 'releases'),
          db,
          keys,
        }),
        log,
      }),
    ] satisfies Job[],
  };
}

function presentVerdict(verdict: Verdict) {
  const { people, basePeople } =
    verdict.kind === 'worse'
      ? { people: verdict.candidate.people, basePeople: verdict.base.people }
      : { people: verdict.people, basePeople: verdict.basePeople };
  const figures = { kind: verdict.kind, people, basePeople };
  return { ...figures, message: verdictWords({ ...figures, needed: ENOUGH_PEOPLE }) };
}
