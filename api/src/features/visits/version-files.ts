import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { VersionError } from '../../contract/visits.ts';

export type ResolvedFrame = VersionError['stack'][number];

/** Of one file: where its map lies, and the places that are looked for in it. */
export interface ResolveTask {
  readonly map: string;
  readonly frames: readonly { readonly line: number; readonly column: number }[];
}

/** What an error said, and the file that threw it; null where that is not at hand. */
export interface CleanTask {
  readonly file: string | null;
  readonly name: string;
  readonly message: string;
}

/** What is looked for in files of versions, with what is found. */
export interface VersionFilesTasks {
  readonly resolve: { readonly of: readonly ResolveTask[]; readonly found: (ResolvedFrame | null)[][] };
  readonly clean: { readonly of: CleanTask; readonly found: Pick<CleanTask, 'name' | 'message'> };
}

const WITHIN_MS = 5000;
/** The largest map that a release may bring takes some 100 MB when it is read. */
const MEMORY_MB = 256;

/**
 * Looks something up in the files of versions. In a thread with a limit of time and memory: they are what a team sent,
 * and this process publishes posts.
 * @throws Error where the limits did not suffice
 */
export async function inVersionFiles<Kind extends keyof VersionFilesTasks>(
  kind: Kind,
  of: VersionFilesTasks[Kind]['of'],
  withinMs = WITHIN_MS,
): Promise<VersionFilesTasks[Kind]['found']> {
  const worker = new Worker(new URL('./version-files.worker.ts', import.meta.url), {
    workerData: { kind, of },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // What it says of a broken map belongs to nobody.
    stdout: true,
    stderr: true,
  });
  try {
    const [found] = await once(worker, 'message', { signal: AbortSignal.timeout(withinMs) });
    return found as VersionFilesTasks[Kind]['found'];
  } finally {
    await worker.terminate();
  }
}
