import { CONTRACT_VERSION, type LoadPhase, type RemoteRelease } from '@pagecast/api/contract';
import type { Remote } from '../../kit/index.ts';
import { CURRENT_VERSION_MS, PATIENCE_MS } from '../../kit/runtime/patience.ts';
import type { Files } from './integrity.ts';

/** A remote that stays away is reported once in a while, not at every try. */
const SAME_FAILURE_MS = 60_000;

/** The federation runtime, as far as the loader needs it. */
export interface Federation {
  /** Makes the runtime forget what it holds under this name and look at `files` from now on. */
  register(name: string, files: Files): void;
  load(name: string): Promise<{ remote: Remote }>;
  /**
   * Lets go of files that did not come in time, so that another try fetches them anew.
   * @param missing the address of one of them that came neither
   */
  giveUp(files: Files, missing?: string): void;
  /** These files are what is on the screen from now on. */
  show(name: string, files: Files): void;
  /** The step that these files have reached on their way. */
  phaseOf(files: Files): LoadPhase;
}

/** What is reported of each way of a remote into the page. */
export interface LoadReport {
  readonly name: string;
  readonly version: string;
  /** The step that failed; null when it came. */
  readonly phase: LoadPhase | null;
  readonly durationMs: number;
  readonly message?: string;
}

/** `reason` is for people. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError';
  readonly reason: string;
  constructor(reason: string, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
  }
}

type Version = Files & { readonly version: string };
/** One version of a remote in the page, and which one that is. */
interface Arrival {
  readonly remote: Remote;
  readonly of: Version;
}
interface Entry {
  promise: Promise<Remote>;
  hasFailed: boolean;
  came: Version | null;
  wasSeen: boolean;
}
/**
 * When the wait for a version ends, by `performance.now()`: `shareMs` after it set out, and at `deadline` at the
 * latest.
 */
interface Limits {
  readonly deadline: number;
  readonly shareMs?: number;
}

/**
 * Loads each version of a remote once; a failure stays until somebody asks for another try, so that a dead remote is
 * not hammered.
 */
export function remoteLoader(
  federation: Federation,
  { report = () => {} }: { report?: (load: LoadReport) => void } = {},
) {
  /** What was asked for: a release, which may have come as the version before it. */
  const entries = new Map<string, Entry>();
  const arrivals = new Map<string, Promise<Arrival>>();
  /** The last arrival of each remote: the runtime knows one version by a name, and would hand out one for the other. */
  const latest = new Map<string, Promise<unknown>>();
  const failuresReported = new Map<string, number>();
  const keyOf = (name: string, version: string) => `${name} ${version}`;
  const entryOf = ({ name, version }: RemoteRelease) => entries.get(keyOf(name, version));

  const reportFailure = (load: LoadReport & { phase: LoadPhase }) => {
    const key = `${load.name} ${load.version} ${load.phase}`;
    const now = performance.now();
    if (now - (failuresReported.get(key) ?? -Infinity) < SAME_FAILURE_MS) return;
    failuresReported.set(key, now);
    report(load);
  };

  /** @throws what went wrong, after it was reported */
  const attempt = async (name: string, of: Version, { deadline, shareMs = Infinity }: Limits): Promise<Arrival> => {
    const startedAt = performance.now();
    const attempted = { name, version: of.version };
    try {
      federation.register(name, of);
      const { remote } = await within(Math.max(0, Math.min(shareMs, deadline - startedAt)), federation.load(name));
      report({ ...attempted, phase: null, durationMs: performance.now() - startedAt });
      return { remote, of };
    } catch (error) {
      console.warn(`${name} ${of.version} could not be loaded`, error);
      reportFailure({
        ...attempted,
        phase: failedPhase(federation.phaseOf(of), error),
        durationMs: performance.now() - startedAt,
        message: String(error).slice(0, 500),
      });
      federation.giveUp(of, missingChunk(error));
      throw error;
    }
  };

  /** Versions of one remote come one after another, each once. */
  const bring = (name: string, of: Version, limits: Limits): Promise<Arrival> => {
    const key = keyOf(name, of.version);
    const known = arrivals.get(key);
    if (known !== undefined) return known;
    const start = () => attempt(name, of, limits);
    const arrival = latest.has(name) ? Promise.allSettled([latest.get(name)]).then(start) : start();
    latest.set(name, arrival);
    arrivals.set(key, arrival);
    arrival.catch(() => {
      if (arrivals.get(key) === arrival) arrivals.delete(key);
    });
    return arrival;
  };

  const fetchRelease = async ({ name, contract, previous, ...current }: RemoteRelease): Promise<Arrival> => {
    if (contract !== CONTRACT_VERSION) {
      reportFailure({
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
    try {
      return await bring(name, current, { deadline, shareMs: CURRENT_VERSION_MS });
    } catch (error) {
      if (previous === null)
        throw new RemoteError("We couldn't load its files. Other areas aren't affected.", { cause: error });
    }
    try {
      return await bring(name, previous, { deadline });
    } catch (error) {
      throw new RemoteError(
        "We couldn't load its files, or those of the previous version. Other areas aren't affected.",
        { cause: error },
      );
    }
  };

  const enter = ({ name, version }: RemoteRelease, arrival: Promise<Arrival>): Entry => {
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
    entries.set(keyOf(name, version), entry);
    return entry;
  };

  return {
    /** The same promise for the same version, so that a screen may read it while rendering. */
    load(release: RemoteRelease): Promise<Remote> {
      return (entryOf(release) ?? enter(release, fetchRelease(release))).promise;
    },
    /** Lets the next `load` try again, if the last one failed. */
    forgetFailure(release: RemoteRelease): void {
      if (entryOf(release)?.hasFailed) entries.delete(keyOf(release.name, release.version));
    },
    /** Lets the next `load` start anew, whatever there is: for a remote that came but did not work. */
    forget(release: RemoteRelease): void {
      const came = entryOf(release)?.came?.version;
      if (came !== undefined) arrivals.delete(keyOf(release.name, came));
      entries.delete(keyOf(release.name, release.version));
    },
    /** A screen of what came for this release is in the page now. */
    show(release: RemoteRelease): void {
      const entry = entryOf(release);
      if (entry?.came) federation.show(release.name, entry.came);
    },
    /** That screen did not break as it appeared. */
    reportSeen(release: RemoteRelease): void {
      const entry = entryOf(release);
      if (entry?.came) entry.wasSeen = true;
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
      reportFailure({
        name,
        version: entry.came.version,
        phase: 'render',
        durationMs: 0,
        message: String(error).slice(0, 500),
      });
      if (
        entry.wasSeen ||
        previous === null ||
        entry.came.version === previous.version ||
        performance.now() >= deadline
      )
        return false;
      enter(
        release,
        bring(name, previous, { deadline }).catch((cause: unknown) => {
          throw new RemoteError(
            "Something went wrong in this area, and we couldn't load the previous version. Other areas aren't affected.",
            { cause },
          );
        }),
      );
      return true;
    },
  };
}
export type RemoteLoader = ReturnType<typeof remoteLoader>;

/** With all files on their way an error that is no missing chunk comes from the remote's own code. */
function failedPhase(reached: LoadPhase, error: unknown): LoadPhase {
  const isMissing =
    error instanceof Error && (error.name === 'ChunkLoadError' || error.name === 'TimeoutError' || 'code' in error);
  return reached === 'module' && !isMissing ? 'import' : reached;
}

/** The bundler names the file in its error. */
function missingChunk(error: unknown): string | undefined {
  return error instanceof Error && 'request' in error && typeof error.request === 'string' ? error.request : undefined;
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new DOMException(`Nothing came within ${Math.round(timeoutMs)} ms`, 'TimeoutError')),
      timeoutMs,
    );
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
