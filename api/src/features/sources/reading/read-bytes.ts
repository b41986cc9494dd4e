import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { UnavailableError } from '../../../http/errors.ts';
import { SourceFlawError } from '../source-flaws.ts';
import type { FeedContent } from './feed-items.ts';
import { textInFile, type FileFacts, type ReadText, type TextReading } from './read-text.ts';

/** @throws SourceFlawError UnavailableError */
export async function textOf(bytes: Buffer, facts: FileFacts): Promise<ReadText> {
  const reading = await readingOf(bytes, facts);
  if ('read' in reading) return reading.read;
  throw new SourceFlawError('flaw' in reading ? reading.flaw : 'broken');
}

/** @throws SourceFlawError UnavailableError */
export async function feedOf(bytes: Buffer, contentType: string | null, address: string): Promise<FeedContent> {
  const reading = await readingOf(bytes, { contentType, name: 'feed', feedAt: address });
  if ('feed' in reading) return reading.feed;
  throw new SourceFlawError('flaw' in reading ? reading.flaw : 'broken');
}

/** The file lies on the disk while it is read, and is gone after it. */
async function readingOf(bytes: Buffer, facts: FileFacts): Promise<TextReading> {
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'pagecast-source-'));
  try {
    const file = path.join(folder, 'source');
    await fs.writeFile(file, bytes, { mode: 0o600 });
    const reading = await textInFile(file, facts);
    if (reading === null) throw new UnavailableError("We can't read this right now. Please try again in a minute.");
    return reading;
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}
