/** Reads one file as a table, as a process of its own: see `read-file.ts`. */
import { Worker } from 'node:worker_threads';
import { say, stayModest } from '../../processes/stay-modest.ts';
import type { FileReading } from './read-file.ts';

/** Measured at 10 MB of text in 5,000 rows: 0.25 GB as CSV, 0.35 as XLSX. */
const MEMORY_LIMIT_BYTES = 700_000_000;
/** The slowest of these computes for 3 s. */
const COMPUTING_LIMIT_SECONDS = 20;

await stayModest<FileReading>(
  { memoryBytes: MEMORY_LIMIT_BYTES, computingSeconds: COMPUTING_LIMIT_SECONDS },
  { flaw: 'too-complex' },
);
const reader = new Worker(new URL('./read-file.worker.ts', import.meta.url), {
  workerData: { file: process.argv[2], worksheet: Number(process.argv[3]) || null },
});
reader.once('message', (reading: FileReading) => say(reading));
reader.once('error', (error: NodeJS.ErrnoException) =>
  say<FileReading>(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? { flaw: 'too-complex' } : { problem: String(error) }),
);
