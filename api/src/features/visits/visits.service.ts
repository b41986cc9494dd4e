import type { VisitReport } from '../../contract/visits.ts';
import type { Session } from '../../http/session.ts';
import type { ReleaseFiles } from '../remotes/release-files.ts';
import type { RemotesRepository } from '../remotes/remotes.repository.ts';
import { SHELL } from '../../contract/remotes.ts';
import type { VersionFiles } from '../remotes/release-row.ts';
import { visibleTo } from '../remotes/remotes.routes.ts';
import type { AreaErrorsRepository } from './area-errors.repository.ts';
import type { AreaFiguresRepository, Counted, Figure } from './area-figures.repository.ts';
import { attribution, type Attribution } from './attribution.ts';
import { bucketOf } from './buckets.ts';
import { keptErrors } from './kept-errors.ts';
import type { PeopleCounter } from './people.ts';
import type { VisitMetrics } from './visit-metrics.ts';

/** So many reports are worked on at once; the rest is let go, for a report may be lost and a person may not wait. */
const AT_ONCE = 4;

interface Deps {
  readonly remotes: RemotesRepository;
  readonly files: ReleaseFiles;
  readonly figures: AreaFiguresRepository;
  readonly errors: AreaErrorsRepository;
  readonly people: PeopleCounter;
  readonly metrics: VisitMetrics;
  /** Whoever compares versions. */
  readonly hear: (session: Session | null, report: VisitReport, where: Attribution) => Promise<void>;
}

/** Counts what pages report, under the versions that it belongs to. */
export function visitsService(deps: Deps) {
  const { remotes, figures, people, metrics } = deps;
  const keep = keptErrors(deps);
  let working = 0;

  /** One report of somebody; null where nobody is logged in. */
  async function record(session: Session | null, report: VisitReport, now: Date): Promise<void> {
    const known = loadableBy(session, await remotes.versions());
    const where = attribution(known, report.shell);
    // Who acts in somebody's place is the one who meets it.
    const person = session === null ? null : String(session.impersonator?.userId ?? session.userId);
    const bitFor = ({ name }: VersionFiles) => (person === null ? null : people.bitOf(name, person, now));
    const found = countsOf(report, where);
    for (const { of, figure, count, value } of found.counts) metrics.count(of, figure, count, value);
    if (found.unknown > 0) metrics.drop('unknown', found.unknown);
    await figures.add(
      found.counts.map(({ of, figure, bucket, count }): Counted => ({
        name: of.name,
        version: of.version,
        figure,
        bucket,
        count,
        person: bitFor(of),
      })),
    );
    await deps.hear(session, report, where);
    for (const error of report.errors) {
      const of = where.of(error.frames, error.screen);
      if (of !== null) await keep(of, error, where, bitFor(of));
    }
  }

  return {
    /** @returns at once where too much is reported: then it is only noted that something was let go */
    async record(session: Session | null, report: VisitReport, now: Date): Promise<void> {
      if (working >= AT_ONCE) return metrics.drop('busy');
      working += 1;
      try {
        await record(session, report, now);
      } finally {
        working -= 1;
      }
    },
  };
}
export type VisitsService = ReturnType<typeof visitsService>;

/** Whoever is not logged in can load the shell alone, and has nothing to say of areas. */
function loadableBy(session: Session | null, versions: readonly VersionFiles[]): VersionFiles[] {
  return session === null ? versions.filter(({ name }) => name === SHELL) : visibleTo(session, versions);
}

interface Count {
  readonly of: VersionFiles;
  readonly figure: Figure;
  readonly bucket: number;
  readonly count: number;
  readonly value: number;
}

/** What a report adds to the figures, and how much of it belongs to nothing that is known. */
function countsOf(report: VisitReport, where: Attribution): { counts: Count[]; unknown: number } {
  const all = [
    ...report.views.map((view) => ({ of: where.versionOf(view), figure: 'view' as const, count: view.count })),
    ...report.errors.map((error) => ({
      of: where.of(error.frames, error.screen),
      figure: 'error' as const,
      count: error.count,
    })),
    ...report.failedCalls.map((call) => ({
      of: where.of(call.frames, call.screen),
      figure: `call_${call.outcome}` as const,
      count: call.count,
    })),
    ...report.vitals.map((vital) => ({
      of: where.versionOf(vital),
      figure: vital.metric,
      bucket: bucketOf(vital.metric, vital.value),
      count: 1,
      value: vital.value,
    })),
  ];
  const counts = all.flatMap(({ of, ...count }) => (of === null ? [] : [{ bucket: 0, value: 0, ...count, of }]));
  return { counts, unknown: all.length - counts.length };
}
