import type { LoadPhase } from '@pagecast/api/contract';
import type { Remote } from '../../kit/index.ts';
import { UntrustedError } from './area-trust.ts';
import type { Files } from './integrity.ts';
import type { LoadReports } from './load-reports.ts';
import { wordsOf } from './words-of.ts';

/** How remotes come into the page, as far as the loader needs it. */
export interface Federation {
  /** Makes the runtime forget what it holds under this name and look at `files` from now on. */
  register(name: string, version: Version): void;
  load(name: string): Promise<{ remote: Remote }>;
  /** Brings these files into the browser's cache, and runs nothing of them. */
  prefetch(name: string, version: Version): Promise<void>;
  /**
   * Lets go of files that did not come in time, so that another try fetches them anew.
   * @param missing the address of one of them that came neither
   */
  giveUp(files: Files, missing?: string): void;
  /** These files are what is on the screen from now on. */
  show(name: string, files: Files): void;
  /** Nothing of this name is on the screen any more. */
  hide(name: string): void;
  /** The step that these files have reached on their way. */
  phaseOf(files: Files): LoadPhase;
}

export type Version = Files & { readonly version: string };
/** One version of a remote in the page, and which one that is. */
export interface Arrival {
  readonly remote: Remote;
  readonly of: Version;
}
/**
 * When the wait for a version ends, by `performance.now()`: `shareMs` after it set out, and at `deadline` at the
 * latest.
 */
interface Limits {
  readonly deadline: number;
  readonly shareMs?: number;
}

/** Brings versions of remotes into the page: those of one remote one after another, each once. */
export function versionArrivals(federation: Federation, reports: LoadReports) {
  const arrivals = new Map<string, Promise<Arrival>>();
  /** The last arrival of each remote: the runtime knows one version by a name, and would hand out one for the other. */
  const latest = new Map<string, Promise<unknown>>();

  /** @throws what went wrong, after it was reported */
  const attempt = async (name: string, of: Version, { deadline, shareMs = Infinity }: Limits): Promise<Arrival> => {
    const startedAt = performance.now();
    const attempted = { name, version: of.version };
    try {
      federation.register(name, of);
      const { remote } = await within(Math.max(0, Math.min(shareMs, deadline - startedAt)), federation.load(name));
      reports.came({ ...attempted, phase: null, durationMs: performance.now() - startedAt });
      return { remote, of };
    } catch (error) {
      console.warn(`${name} ${of.version} could not be loaded`, error);
      reports.failed({
        ...attempted,
        phase: failedPhase(federation.phaseOf(of), error),
        durationMs: performance.now() - startedAt,
        message: wordsOf(error),
      });
      federation.giveUp(of, missingChunk(error));
      throw error;
    }
  };

  return {
    bring(name: string, of: Version, limits: Limits): Promise<Arrival> {
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
    },
    /** Lets the next `bring` of this version start anew. */
    forget(name: string, version: string): void {
      arrivals.delete(keyOf(name, version));
    },
  };
}
export type VersionArrivals = ReturnType<typeof versionArrivals>;

export const keyOf = (name: string, version: string) => `${name} ${version}`;

/**
 * What is refused is refused before its files. With all of them on their way an error that is no missing chunk comes
 * from the remote's own code.
 */
function failedPhase(reached: LoadPhase, error: unknown): LoadPhase {
  if (error instanceof UntrustedError) return 'contract';
  const isMissing =
    error instanceof Error && (error.name === 'ChunkLoadError' || error.name === 'TimeoutError' || 'code' in error);
  return reached === 'module' && !isMissing ? 'import' : reached;
}

/** The bundler names the file in its error. */
export function missingChunk(error: unknown): string | undefined {
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
