/** Reads files of versions, as a thread: that takes memory and a moment, and ends with all that it took. */
import fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping';
import { cleanMessage, cleanName } from './clean-message.ts';
import type { CleanTask, ResolvedFrame, ResolveTask, VersionFilesTasks } from './version-files.ts';

const LONGEST_LINE = 200;
/** Larger files are not searched for the words of a message. */
const CODE_BYTES = 1024 * 1024;

function resolve({ map, frames }: ResolveTask): (ResolvedFrame | null)[] {
  const traced = opened(map);
  return frames.map(({ line, column }) => {
    if (traced === null) return null;
    // Browsers count columns from 1, maps from 0.
    const found = originalPositionFor(traced, { line: Math.max(line, 1), column: Math.max(column - 1, 0) });
    if (found.source === null) return null;
    const code = sourceContentFor(traced, found.source)?.split('\n')[found.line - 1]?.trim().slice(0, LONGEST_LINE);
    return {
      source: found.source.replace(/^webpack:\/\/[^/]*\//, ''),
      line: found.line,
      column: found.column + 1,
      function: found.name,
      code: code ?? null,
    };
  });
}

function opened(map: string): TraceMap | null {
  try {
    return new TraceMap(fs.readFileSync(map, 'utf8'));
  } catch {
    // Gone, or none: then places stay as they run.
    return null;
  }
}

function clean({ file, name, message }: CleanTask): Pick<CleanTask, 'name' | 'message'> {
  const code = file === null ? '' : codeOf(file);
  return { name: cleanName(name, code), message: cleanMessage(message, code) };
}

/** Empty where the file is not on this disk, as that of an area on another host. */
function codeOf(file: string): string {
  try {
    return fs.statSync(file).size > CODE_BYTES ? '' : fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

type Task = { [Kind in keyof VersionFilesTasks]: { kind: Kind; of: VersionFilesTasks[Kind]['of'] } };
const task = workerData as Task[keyof Task];
parentPort?.postMessage(task.kind === 'resolve' ? task.of.map(resolve) : clean(task.of));
