import path from 'node:path';
import pLimit from 'p-limit';
import type { ReleaseFiles } from '../remotes/release-files.ts';
import type { KnownError } from './area-errors.repository.ts';
import { inVersionFiles, type ResolvedFrame, type ResolveTask } from './version-files.ts';

const one = pLimit(1);

/**
 * Finds where places in released files come from, by the source maps that lie beside these and that browsers never get.
 * @returns each stack with its places as they were written, or as they run where no map tells
 */
export async function resolveStacks(
  files: ReleaseFiles,
  stacks: readonly KnownError['frames'][],
): Promise<ResolvedFrame[][]> {
  const byMap = Map.groupBy(stacks.flat(), (frame) => `${path.join(files.folderOf(frame), frame.file)}.map`);
  const tasks: ResolveTask[] = [...byMap].map(([map, frames]) => ({ map, frames }));
  const found = tasks.length === 0 ? [] : await one(() => inVersionFiles('resolve', tasks)).catch(() => []);
  const resolved = new Map(
    [...byMap.values()].flatMap((frames, n) => frames.map((frame, at) => [frame, found[n]?.[at]])),
  );
  return stacks.map((frames) => frames.map((frame) => resolved.get(frame) ?? asItRuns(frame)));
}

function asItRuns({ file, line, column }: KnownError['frames'][number]): ResolvedFrame {
  return { source: file, line, column, function: null, code: null };
}
