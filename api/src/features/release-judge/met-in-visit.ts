import type { JudgedMetric } from '../../contract/release-judgements.ts';
import type { AreaVersion, Frame, VisitReport } from '../../contract/visits.ts';

/** What happened to somebody in a version. */
export interface Met {
  readonly name: string;
  readonly version: string;
  /** A screen of it came. */
  readonly isSeen: boolean;
  readonly metrics: readonly JudgedMetric[];
}

type Version = Pick<Met, 'name' | 'version'>;

/** Says which version something in a report belongs to; null for what is nobody's. */
export interface Where {
  versionOf(of: AreaVersion): Version | null;
  of(frames: readonly Frame[], screen: AreaVersion | null): Version | null;
}

/** Slower than this after a press is what Core Web Vitals call poor, and what they call no longer good. */
export const FREEZE_MS = 500;
const SLOW_MS = 200;

/** What a report says of each version. */
export function metIn(report: VisitReport, where: Where): Met[] {
  const found = [
    ...report.views.map((view) => ({ of: where.versionOf(view), isSeen: true, metrics: [] })),
    ...report.errors.map(({ kind, frames, screen }) =>
      met(where.of(frames, screen), kind === 'render' ? 'broken' : 'error'),
    ),
    ...report.failedCalls
      .filter(({ outcome }) => outcome !== '4xx')
      .map(({ frames, screen }) => met(where.of(frames, screen), 'call')),
    ...report.vitals
      .filter(({ metric }) => metric === 'INP')
      .map((vital) => met(where.versionOf(vital), ...waited(vital.value))),
    ...(report.troubles ?? []).map((trouble) => met(where.versionOf(trouble), 'broken')),
  ].flatMap(({ of, ...rest }) => (of === null ? [] : [{ ...rest, name: of.name, version: of.version }]));
  return [...Map.groupBy(found, ({ name, version }) => `${name} ${version}`).values()].map(together);
}

function met(of: Version | null, ...metrics: JudgedMetric[]) {
  return { of, isSeen: false, metrics };
}

function waited(ms: number): JudgedMetric[] {
  if (ms <= SLOW_MS) return [];
  return ms > FREEZE_MS ? ['freeze', 'slow'] : ['slow'];
}

function together(all: readonly Met[]): Met {
  const [{ name, version }] = all as [Met];
  return {
    name,
    version,
    isSeen: all.some(({ isSeen }) => isSeen),
    metrics: [...new Set(all.flatMap(({ metrics }) => metrics))],
  };
}
