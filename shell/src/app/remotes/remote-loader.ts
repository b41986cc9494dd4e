import { CONTRACT_VERSION, type RemoteRelease } from '@pagecast/api/contract';
import type { Remote } from '../../kit/index.ts';
import type { Files } from './integrity.ts';

/** How long one version of a remote may take to arrive: manifest, entry and chunk together. */
export const REMOTE_TIMEOUT_MS = 10_000;

/** The federation runtime, as far as the loader needs it. */
export interface Federation {
  /** Makes the runtime forget what it holds under this name and look at `files` from now on. */
  register(name: string, files: Files): void;
  load(name: string): Promise<{ remote: Remote }>;
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

/** Loads each remote once; a failure stays until somebody asks for another try, so that a dead remote is not hammered. */
export function remoteLoader(federation: Federation, timeoutMs: number = REMOTE_TIMEOUT_MS) {
  const entries = new Map<string, Entry>();

  const attempt = async (name: string, files: Files): Promise<Remote> => {
    federation.register(name, files);
    return (await within(timeoutMs, federation.load(name))).remote;
  };

  const fetchRemote = async ({ name, contract, previous, ...current }: RemoteRelease): Promise<Remote> => {
    if (contract !== CONTRACT_VERSION) throw new RemoteError('This area was built for another version of Pagecast. Reload the page to get the matching one.');
    try {
      return await attempt(name, current);
    } catch (error) {
      console.warn(`${name} ${current.version} could not be loaded`, error);
      if (previous === null) throw new RemoteError('Its files could not be loaded. The other areas are not affected.', { cause: error });
    }
    try {
      return await attempt(name, previous);
    } catch (error) {
      console.warn(`${name} ${previous.version} could not be loaded either`, error);
      throw new RemoteError('Its files could not be loaded, and neither could those of the version before. The other areas are not affected.', { cause: error });
    }
  };

  return {
    /** The same promise for the same remote, so that a screen may read it while rendering. */
    load(release: RemoteRelease): Promise<Remote> {
      const known = entries.get(release.name);
      if (known !== undefined) return known.promise;
      const entry: Entry = { promise: fetchRemote(release), hasFailed: false };
      entry.promise.catch(() => { entry.hasFailed = true; });
      entries.set(release.name, entry);
      return entry.promise;
    },
    /** Lets the next `load` try again, if the last one failed. */
    forgetFailure(name: string): void {
      if (entries.get(name)?.hasFailed) entries.delete(name);
    },
    /** Lets the next `load` start anew, whatever there is: for a remote that came but did not work. */
    forget(name: string): void {
      entries.delete(name);
    },
  };
}
export type RemoteLoader = ReturnType<typeof remoteLoader>;

async function within<T>(timeoutMs: number, work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`Nothing came within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    return await Promise.race([work, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
