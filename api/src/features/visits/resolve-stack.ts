import { once } from 'node:events';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import pLimit from 'p-limit';
import type { VersionError } from '../../contract/visits.ts';
import type { ReleaseFiles } from '../remotes/release-files.ts';
import type { KnownError } from './area-errors.repository.ts';

export type ResolvedFrame = VersionError['stack'][number];

/** Of one file: where its map lies, and the places that are looked for in it. */
export interface ResolveTask {
  readonly map: string;
  readonly frames: readonly { readonly line: number; readonly column: number }[];
}

const WITHIN_MS = 5000;
/** The largest map that a release may bring takes some 100 MB when it is read. */
const MEMORY_MB = 256;
const one = pLimit(1);

/**
 * Finds where places in released files come from, by the source maps that lie beside these and that browsers never get.
 * In a thread with a limit of time and memory: a map is what its team sent, and this process publishes posts.
 * @returns each stack with its places as they were written, or as they run where no map tells
 */
export async function resolveStacks(
  files: ReleaseFiles,
  stacks: readonly KnownError['frames'][],
): Promise<ResolvedFrame[][]> {
  const byMap = Map.groupBy(stacks.flat(), (frame) => `${path.join(files.folderOf(frame), frame.file)}.map`);
  const tasks: ResolveTask[] = [...byMap].map(([map, frames]) => ({ map, frames }));
  const found = tasks.length === 0 ? [] : await one(() => inThread(tasks)).catch(() => []);
  const resolved = new Map(
    [...byMap.values()].flatMap((frames, n) => frames.map((frame, at) => [frame, found[n]?.[at]])),
  );
  return stacks.map((frames) => frames.map((frame) => resolved.get(frame) ?? asItRuns(frame)));
}

async function inThread(tasks: readonly ResolveTask[]): Promise<(ResolvedFrame | null)[][]> {
  const worker = new Worker(new URL('./resolve-stack.worker.ts', import.meta.url), {
    workerData: tasks,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    // What it says of a broken map belongs to nobody.
    stdout: true,
    stderr: true,
  });
  try {
    const [frames] = await once(worker, 'message', { signal: AbortSignal.timeout(WITHIN_MS) });
    return frames;
  } finally {
    await worker.terminate();
  }
}

function asItRuns({ file, line, column }: KnownError['frames'][number]): ResolvedFrame {
  return { source: file, line, column, function: null, code: null };
}
