import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** Each line as JSON; null for what is none. A stream that fails ends with its error. */
export async function* lines(content: Readable): AsyncGenerator<unknown> {
  const reader = createInterface({ input: content, crlfDelay: Infinity });
  let failure: Error | null = null;
  content.once('error', (error) => {
    failure = error;
    reader.close();
  });
  for await (const line of reader) {
    try {
      yield JSON.parse(line) as unknown;
    } catch {
      yield null;
    }
  }
  if (failure !== null) throw failure as Error;
}
