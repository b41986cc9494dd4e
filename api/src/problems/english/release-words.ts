import type { JudgedMetric, WorseVersion } from '../../contract/release-judgements.ts';
import type { VerdictFigures } from '../words.ts';

/** Why a version was taken back: '4 of 12 people met an error in 1.4.0, against 1 of 240 in 1.3.9.' */
export function worseWords({ version, baseVersion, metric, met, people, baseMet, basePeople }: WorseVersion): string {
  const base =
    baseVersion === null || basePeople === 0 ? '' : `, against ${baseMet} of ${basePeople} in ${baseVersion}`;
  return `${met} of ${people} people ${whatHappened(metric)} ${version}${base}.`;
}

function whatHappened(metric: JudgedMetric): string {
  switch (metric) {
    case 'load':
      return "couldn't load";
    case 'broken':
      return "couldn't use a screen in";
    case 'error':
      return 'met an error in';
    case 'call':
      return 'had a request fail in';
    case 'freeze':
      return 'waited over half a second after a click in';
    case 'slow':
      return 'waited over 0.2 seconds after a click in';
  }
}

/** What is said of a shared version while it is tried. */
export function verdictWords({ kind, people, basePeople, needed }: VerdictFigures): string {
  switch (kind) {
    case 'too-few':
      return people < needed
        ? `Too few people to tell: ${people} of at least ${needed}.`
        : `Too few people to tell: ${basePeople} of at least ${needed} with the version before.`;
    case 'no-worse':
      return `No worse so far, for ${people} people.`;
    case 'worse':
      return 'Worse than the version before.';
  }
}
