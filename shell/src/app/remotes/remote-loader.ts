import { CONTRACT_VERSION, type RemoteRelease } from '@pagecast/api/contract';
import type { Remote } from '../../kit/index.ts';
import { CURRENT_VERSION_MS, PATIENCE_MS } from '../../kit/runtime/patience.ts';
import { UntrustedError } from './area-trust.ts';
import { loadReports, type LoadReport, type LoadReports } from './load-reports.ts';
import {
  keyOf,
  missingChunk,
  versionArrivals,
  type Arrival,
  type Federation,
  type Version,
  type VersionArrivals,
} from './version-arrivals.ts';

/** `reason` is for people. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly reason: string;
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

interface Entry {
  promise: Promise<Remote>;
  hasFailed: boolean;
  came: Version | null;
  wasSeen: boolean;
}

interface Listeners {
  readonly report?: (load: LoadReport) => void;
  /** A screen of this version did not break as it appeared. */
  readonly seen?: (name: string, version: string) => void;
}

/**
 * Loads each version of a remote once; a failure stays until somebody asks for another try, so that a dead remote is
 * not hammered.
 */
export function remoteLoader(federation: Federation, { report = () => {}, seen = () => {} }: Listeners = {}) {
  const reports = loadReports(report);
  const arrivals = versionArrivals(federation, reports);
  /** What was asked for: a release, which may have come as the version before it. */
  const entries = new Map<string, Entry>();
  /** Of each remote, the version that was on the screen last. */
  const shown = new Map<string, string>();
  const entryOf = ({ name, version }: RemoteRelease) => entries.get(keyOf(name, version));

  const enter = ({ name, version }: RemoteRelease, arrival: Promise<Arrival>): Entry => {
    const entry = entryOfArrival(arrival);
    entries.set(keyOf(name, version), entry);
    return entry;
  };

  return {
    /** Fetches its files for an opening that may come. Nothing of it runs before. */
    prefetch: prefetching(federation, (release) => entryOf(release) !== undefined),
    /** The same promise for the same version, so that a screen may read it while rendering. */
    load(release: RemoteRelease): Promise<Remote> {
      return (entryOf(release) ?? enter(release, fetchRelease(release, arrivals, reports))).promise;
    },
    /** Lets the next `load` try again, if the last one failed. */
    forgetFailure(release: RemoteRelease): void {
      if (entryOf(release)?.hasFailed) entries.delete(keyOf(release.name, release.version));
    },
    /** Lets the next `load` start anew, whatever there is: for a remote that came but did not work. */
    forget(release: RemoteRelease): void {
      const came = entryOf(release)?.came?.version;
      if (came !== undefined) arrivals.forget(release.name, came);
      entries.delete(keyOf(release.name, release.version));
    },
    /** A screen of what came for this release is in the page now. */
    show(release: RemoteRelease): void {
      const entry = entryOf(release);
      if (!entry?.came) return;
      shown.set(release.name, entry.came.version);
      federation.show(release.name, entry.came);
    },
    /** It is taken from the page. */
    hide: ({ name }: RemoteRelease): void => federation.hide(name),
    /** That screen did not break as it appeared. */
    reportSeen(release: RemoteRelease): void {
      const entry = entryOf(release);
      if (!entry?.came) return;
      entry.wasSeen = true;
      seen(release.name, entry.came.version);
    },
    /** Reports that a screen of this release threw as it was taken from the page. */
    reportLeft(release: RemoteRelease, error: unknown): void {
      reports.threw(release.name, entryOf(release)?.came?.version ?? shown.get(release.name), error);
    },
    /**
     * Reports that a screen of this release failed. What could not be loaded is reported by its load.
     * @param deadline when whoever waits has waited long enough, by `performance.now()`
     * @returns whether the version before takes its place at the next `load`, because nobody has seen this one work
     */
    reportBroken(release: RemoteRelease, error: unknown, deadline: number): boolean {
      const { name, previous } = release;
      const entry = entryOf(release);
      if (!entry?.came || error instanceof RemoteError) return false;
      federation.giveUp(entry.came, missingChunk(error));
      reports.threw(name, entry.came.version, error);
      if (previous === null || isLast(entry, previous) || performance.now() >= deadline) return false;
      enter(release, bringInstead(arrivals, name, previous, deadline));
      return true;
    },
  };
}
export type RemoteLoader = ReturnType<typeof remoteLoader>;

/** Fetches the files of each version once, unless they did not come. */
function prefetching(federation: Federation, isAsked: (release: RemoteRelease) => boolean) {
  const prefetched = new Set<string>();
  return (release: RemoteRelease): void => {
    const key = keyOf(release.name, release.version);
    if (prefetched.has(key) || isAsked(release) || release.contract !== CONTRACT_VERSION) return;
    prefetched.add(key);
    // A failure shows when the area is opened, with a way to try again.
    federation.prefetch(release.name, release).catch(() => prefetched.delete(key));
  };
}

/** Nothing takes its place: somebody has seen it work, or it is the version before already. */
const isLast = ({ came, wasSeen }: Entry, previous: Version): boolean => wasSeen || came?.version === previous.version;

/** The version before, in the place of one that failed. */
function bringInstead({ bring }: VersionArrivals, name: string, previous: Version, deadline: number): Promise<Arrival> {
  return bring(name, previous, { deadline }).catch((cause: unknown) => {
    throw new RemoteError(
      "Something went wrong in this area, and we couldn't load the previous version. Other areas aren't affected.",
      { cause },
    );
  });
}

function entryOfArrival(arrival: Promise<Arrival>): Entry {
  const entry: Entry = {
    promise: arrival.then(({ remote, of }) => {
      entry.came = of;
      // React's marks of a promise that it has read: what is here renders at once, where a placeholder would stay for
      // 300 ms.
      void Object.assign(entry.promise, { status: 'fulfilled', value: remote });
      return remote;
    }),
    hasFailed: false,
    came: null,
    wasSeen: false,
  };
  entry.promise.catch(() => {
    entry.hasFailed = true;
  });
  return entry;
}

/**
 * This release, or the version before it where it does not come.
 * @throws RemoteError with what can be said to people
 */
async function fetchRelease(
  { name, contract, previous, ...current }: RemoteRelease,
  { bring }: VersionArrivals,
  reports: LoadReports,
): Promise<Arrival> {
  if (contract !== CONTRACT_VERSION) {
    reports.failed({
      name,
      version: current.version,
      phase: 'contract',
      durationMs: 0,
      message: `Contract ${contract}, not ${CONTRACT_VERSION}`,
    });
    throw new RemoteError(
      'This area was built for another version of Pagecast. Reload the page to get the matching one.',
    );
  }
  const deadline = performance.now() + PATIENCE_MS;
  let first: unknown;
  try {
    return await bring(name, current, { deadline, shareMs: CURRENT_VERSION_MS });
  } catch (error) {
    if (previous === null) throw failure("We couldn't load its files. Other areas aren't affected.", error);
    first = error;
  }
  try {
    return await bring(name, previous, { deadline });
  } catch (error) {
    throw failure(
      "We couldn't load its files, or those of the previous version. Other areas aren't affected.",
      first instanceof UntrustedError ? first : error,
    );
  }
}

/** What was refused says why by itself. */
function failure(reason: string, cause: unknown): RemoteError {
  return new RemoteError(cause instanceof UntrustedError ? cause.reason : reason, { cause });
}
