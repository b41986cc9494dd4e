/** Reads what one file says, as a thread: see `read-text.process.ts`. */
import fs from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import type { FileFacts, TextReading } from './read-text.ts';
import { feedIn } from './feed-items.ts';
import { decoded, FlawedTextError, textIn } from './text-in.ts';

const { file, facts } = workerData as { file: string; facts: FileFacts };
parentPort?.postMessage(await readingOf(fs.readFileSync(file)));

async function readingOf(bytes: Buffer): Promise<TextReading> {
  try {
    if (facts.feedAt !== undefined) return { feed: feedIn(decoded(bytes, facts.contentType), facts.feedAt) };
    return { read: await textIn(bytes, facts) };
  } catch (error) {
    if (error instanceof FlawedTextError) return { flaw: error.flaw };
    return { flaw: error instanceof RangeError ? 'too-complex' : 'broken' };
  }
}
