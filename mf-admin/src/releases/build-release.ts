import type { RemoteState } from '@pagecast/api/contract';

type Release = RemoteState['releases'][number];

/** For tests: a version that is served to nobody. */
export function buildRelease(version: string, part: Partial<Release> = {}): Release {
  return {
    version,
    gitCommit: null,
    source: 'built-in',
    status: 'retired',
    isTakenBack: false,
    createdAt: '2026-11-20T03:00:00Z',
    ...part,
  };
}

/** For tests: Post History with these versions. */
export function buildHistory(releases: Release[], part: Partial<RemoteState> = {}): RemoteState {
  return {
    name: 'mf_history',
    label: 'Post History',
    revision: 4,
    movedAt: '2026-11-21T03:00:00Z',
    health: { loads: 0, failures: 0, p95Ms: null },
    releases,
    ...part,
  };
}
