/** Reads one file as a table, as a thread: see `read-file.process.ts`. */
import fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { FileReading } from './read-file.ts';
import { tableIn } from './table-in.ts';
import { FlawError } from './table.ts';

const { file, worksheet } = workerData as { file: string; worksheet: number | null };
parentPort?.postMessage(await readingOf(fs.readFileSync(file)));

async function readingOf(bytes: Buffer): Promise<FileReading> {
  try {
    return { table: await tableIn(bytes, worksheet) };
  } catch (error) {
    if (error instanceof FlawError) return { flaw: error.flaw };
    return { problem: String(error) };
  }
}
