/** Reads source maps, as a thread: that takes memory and a moment, and ends with all that it took. */
import fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { originalPositionFor, sourceContentFor, TraceMap } from '@jridgewell/trace-mapping';
import type { ResolvedFrame, ResolveTask } from './resolve-stack.ts';

const LONGEST_LINE = 200;

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

parentPort?.postMessage((workerData as readonly ResolveTask[]).map(resolve));
