import { CONTRACT_VERSION, type LoadPhase, type RemoteRelease } from '@pagecast/api/contract';
import type { Remote } from '../../kit/index.ts';
import type { Files } from './integrity.ts';

/**
 * How long a version of a remote may take to arrive: manifest, entry, chunk and styles together. The one to fall back on
 * is asked for only then, and both together must leave the person waiting for less than ten seconds.
 */
export const REMOTE_TIMEOUT_MS = 5500;
const FALLBACK_TIMEOUT_MS = 3500;
/** A remote that stays away is told of once in a while, not at every try. */
const SAME_FAILURE_MS = 60_000;

/** The federation runtime, as far as the loader needs it. */
export interface Federation {
  /** Makes the runtime forget what it holds under this name and look at `files` from now on. */
  register(name: string, files: Files): void;
  load(name: string): Promise<{ remote: Remote }>;
  /** The step that these files have reached on their way. */
  phaseOf(files: Files): LoadPhase;
}

/** What is told of each way of a remote into the page. */
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

interface Entry { promise: Promise<Remote>; hasFailed: boolean }
interface Timeouts { readonly currentMs: number; readonly fallbackMs: number }

/** Loads each version of a remote once; a failure stays until somebody asks for another try, so that a dead remote is not hammered. */
export function remoteLoader(federation: Federation, { report = () => {}, timeouts = { currentMs: REMOTE_TIMEOUT_MS, fallbackMs: FALLBACK_TIMEOUT_MS } }: {
  report?: (load: LoadReport) => void; timeouts?: Timeouts;
} = {}) {
  const entries = new Map<string, Entry>();
  const failuresTold = new Map<string, number>();
  const keyOf = ({ name, version }: RemoteRelease) => `${name} ${version}`;

  const tellFailure = (load: LoadReport & { phase: LoadPhase }) => {
    const key = `${load.name} ${load.version} ${load.phase}`;
    const now = performance.now();
    if (now - (failuresTold.get(key) ?? -Infinity) < SAME_FAILURE_MS) return;
    failuresTold.set(key, now);
    report(load);
  };

  /** @throws what went wrong, after it was told */
  const attempt = async (name: string, files: Files & { version: string }, timeoutMs: number): Promise<Remote> => {
    const startedAt = performance.now();
    const told = { name, version: files.version };
    try {
      federation.register(name, files);
      const { remote } = await within(timeoutMs, federation.load(name));
      report({ ...told, phase: null, durationMs: performance.now() - startedAt });
      return remote;
    } catch (error) {
      console.warn(`${name} ${files.version} could not be loaded`, error);
      tellFailure({ ...told, phase: failedPhase(federation.phaseOf(files), error), durationMs: performance.now() - startedAt, message: String(error).slice(0, 500) });
      throw error;
    }
  };

  const fetchRemote = async ({ name, contract, previous, ...current }: RemoteRelease): Promise<Remote> => {
    if (contract !== CONTRACT_VERSION) {
      tellFailure({ name, version: current.version, phase: 'contract', durationMs: 0, message: `Contract ${contract}, not ${CONTRACT_VERSION}` });
      throw new RemoteError('This area was built for another version of Pagecast. Reload the page to get the matching one.');
    }
    try {
      return await attempt(name, current, timeouts.currentMs);
    } catch (error) {
      if (previous === null) throw new RemoteError('Its files could not be loaded. The other areas are not affected.', { cause: error });
    }
    try {
      return await attempt(name, previous, timeouts.fallbackMs);
    } catch (error) {
      throw new RemoteError('Its files could not be loaded, and neither could those of the version before. The other areas are not affected.', { cause: error });
    }
  };

  return {
    /** The same promise for the same version, so that a screen may read it while rendering. */
    load(release: RemoteRelease): Promise<Remote> {
      const known = entries.get(keyOf(release));
      if (known !== undefined) return known.promise;
      const entry: Entry = { promise: fetchRemote(release), hasFailed: false };
      entry.promise.catch(() => { entry.hasFailed = true; });
      entries.set(keyOf(release), entry);
      return entry.promise;
    },
    /** Lets the next `load` try again, if the last one failed. */
    forgetFailure(release: RemoteRelease): void {
      if (entries.get(keyOf(release))?.hasFailed) entries.delete(keyOf(release));
    },
    /** Lets the next `load` start anew, whatever there is: for a remote that came but did not work. */
    forget(release: RemoteRelease): void {
      entries.delete(keyOf(release));
    },
    /** Tells that a screen of this version failed while it was shown. What could not be loaded was told before. */
    tellBroken({ name, version }: RemoteRelease, error: unknown): void {
      if (!(error instanceof RemoteError)) tellFailure({ name, version, phase: 'render', durationMs: 0, message: String(error).slice(0, 500) });
    },
  };
}
export type RemoteLoader = ReturnType<typeof remoteLoader>;

/** With all files on their way an error that is no missing chunk comes from the remote's own code. */
function failedPhase(reached: LoadPhase, error: unknown): LoadPhase {
  const isMissing = error instanceof Error && (error.name === 'ChunkLoadError' || error.name === 'TimeoutError' || 'code' in error);
  return reached === 'module' && !isMissing ? 'import' : reached;
}

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException(`Nothing came within ${timeoutMs} ms`, 'TimeoutError')), timeoutMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
