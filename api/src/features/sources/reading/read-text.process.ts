/** Reads what one file says, as a process of its own: see `read-text.ts`. */
import { Worker } from 'node:worker_threads';
import { say, stayModest } from '../../../processes/stay-modest.ts';
import type { TextReading } from './read-text.ts';

const MEMORY_LIMIT_BYTES = 600_000_000;
const COMPUTING_LIMIT_SECONDS = 10;

await stayModest<TextReading>(
  { memoryBytes: MEMORY_LIMIT_BYTES, computingSeconds: COMPUTING_LIMIT_SECONDS },
  { flaw: 'too-complex' },
);
const reader = new Worker(new URL('./read-text.worker.ts', import.meta.url), {
  workerData: { file: process.argv[2], facts: JSON.parse(process.argv[3] ?? '{}') },
});
reader.once('message', (reading: TextReading) => say(reading));
reader.once('error', (error: NodeJS.ErrnoException) =>
  say<TextReading>({ flaw: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'too-complex' : 'broken' }),
);
