import type { LoadHealth, LoadPhase } from '@pagecast/api/contract';

/** More failures than this in a hundred tries need somebody's eyes. */
const WORRYING_SHARE = 0.02;

const PHASE_WORDS: Record<LoadPhase, string> = {
  contract: 'while checking its version',
  manifest: 'while loading its file list',
  entry: 'while loading its first file',
  module: 'while loading its code or styles',
  import: 'while starting',
  render: 'while showing a screen',
};

export type HealthState = 'healthy' | 'failing' | 'unseen';

export const triesOf = ({ loads, failures }: LoadHealth): number => loads + failures;

export function healthState(health: LoadHealth): HealthState {
  if (triesOf(health) === 0) return 'unseen';
  return health.failures > triesOf(health) * WORRYING_SHARE ? 'failing' : 'healthy';
}

/** How a remote arrived, in one line. */
export function healthWords({ loads, failures, p95Ms, failedAt }: LoadHealth): string {
  if (loads + failures === 0) return 'no loads yet';
  const place =
    failedAt === undefined || failedAt === null ? '' : `, ${failures === 1 ? '' : 'mostly '}${PHASE_WORDS[failedAt]}`;
  return [
    `${loads.toLocaleString('en')} ${loads === 1 ? 'load' : 'loads'}`,
    failures === 0
      ? 'no failures'
      : `${failures.toLocaleString('en')} ${failures === 1 ? 'failure' : 'failures'}${place}`,
    ...(p95Ms === null ? [] : [`95% within ${p95Ms.toLocaleString('en')} ms`]),
  ].join(' · ');
}
