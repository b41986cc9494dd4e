import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Job } from '../../jobs/jobs.ts';
import type { Actor } from '../audit/audit.repository.ts';
import { notifyAdministrators } from '../notifications/notify-administrators.repository.ts';
import { areaLabel } from '../remotes/area-label.ts';
import { releaseSharesRepository, type Share } from '../remotes/release-shares.repository.ts';
import { remotesRepository } from '../remotes/remotes.repository.ts';
import { endShare } from '../remotes/share-ends.ts';
import { ShareChangedError } from '../remotes/share-growth.ts';
import type { ShownVersions } from '../remotes/shown-versions.ts';
import { NO_EVIDENCE } from './evidence.ts';
import type { HardFailure } from './hard-failure.ts';
import { judge, type Observed } from './judge.ts';
import { judgedPeopleRepository } from './judged-people.repository.ts';
import { judgementsRepository } from './judgements.repository.ts';
import { metBefore, type Before } from './met-before.repository.ts';
import type { Of, Verdict } from './verdict.ts';

interface Deps {
  readonly db: Knex;
  /** People who are always administrators. */
  readonly adminIds: readonly string[];
  /** Pagecast itself. */
  readonly actor: () => Actor;
  readonly shown: Pick<ShownVersions, 'unshare'>;
  readonly log: Logger;
}

/** Says every few seconds what can be said of each shared version, and takes back what is worse. */
export function judgeShares(deps: Deps) {
  const { db } = deps;
  return {
    name: 'judge-shares',
    rule: '*/5 * * * * *',
    async run() {
      const failures: unknown[] = [];
      for (const share of await releaseSharesRepository(db).growing())
        await judgeShare(deps, share).catch((error: unknown) => failures.push(error));
      await judgedPeopleRepository(db).forgetEnded();
      // Else somebody ended it first.
      const failure = failures.find((error) => !(error instanceof ShareChangedError));
      if (failure !== undefined) throw failure;
    },
  } satisfies Job;
}

const NOBODY = { met: 0, people: 0 };
const NOTHING: Before = { error: NOBODY, call: NOBODY, freeze: NOBODY };

/** In one transaction, so that of two processes one judges, and takes back once. */
async function judgeShare({ db, shown, ...deps }: Deps, share: Share): Promise<void> {
  const isTakenBack = await db.transaction(async (trx) => {
    const judgements = judgementsRepository(trx);
    const known = await judgements.take(share.id);
    if (known === undefined) return false;
    const judgement = judge(known?.evidence ?? NO_EVIDENCE, await observe(trx, share));
    await judgements.keep(share.id, judgement);
    const { verdict } = judgement;
    if (verdict.kind !== 'worse') return false;
    await takeBack(trx, share, verdict, deps);
    return true;
  });
  if (isTakenBack) await shown.unshare(share);
}

async function observe(db: Knex, { id, name, baseVersion, percent }: Share): Promise<Observed> {
  const before = baseVersion === null ? NOTHING : await metBefore(db, { name, version: baseVersion });
  const people = judgedPeopleRepository(db);
  const groups = await people.groups(id, percent);
  const of = (metric: HardFailure, { met, people: more } = NOBODY): Of => ({
    met: groups.base.met[metric] + met,
    people: groups.base.people + more,
  });
  const base = {
    load: of('load'),
    broken: of('broken'),
    error: of('error', before.error),
    call: of('call', before.call),
    freeze: of('freeze', before.freeze),
  };
  return { groups, base, ...(await people.visitors(id)) };
}

/** Everybody has the version before again, at once where they look at the broken one. */
async function takeBack(
  trx: Knex.Transaction,
  share: Share,
  { metric, candidate, base }: Verdict & { kind: 'worse' },
  { adminIds, actor, log }: Pick<Deps, 'adminIds' | 'actor' | 'log'>,
): Promise<void> {
  const { name, version, baseVersion } = share;
  const why = { version, baseVersion, metric, ...candidate, baseMet: base.met, basePeople: base.people };
  const provenance = { ...why, version: baseVersion, takenBack: version };
  const how = { reason: { code: 'worse', params: why }, provenance } as const;
  await endShare(trx, { actor: actor(), share, state: 'taken-back', how });
  const found = await remotesRepository(trx).version(name, version);
  const area = areaLabel(name, found?.release.nav ?? []);
  await notifyAdministrators(trx, adminIds, { code: 'release_taken_back', action: null, params: { ...why, area } });
  log.warn({ remote: name, ...why }, 'release-share.taken-back');
}
