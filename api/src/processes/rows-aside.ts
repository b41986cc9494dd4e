import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

const CHUNK_CHARACTERS = 64 * 1024;
/** Line ends to readers of lines, though not to JSON. */
const LINE_ENDS = /[\u2028\u2029]/g;
const escaped = (end: string) => `\\u${end.charCodeAt(0).toString(16)}`;

/** Rows that lie on this machine's disk. Whoever put them aside closes them. */
export interface RowsAside<Row> {
  readonly count: number;
  /** In the order in which they came, as often as anybody likes; by one reader at a time. */
  read(): AsyncGenerator<Row, void, void>;
  close(): Promise<void>;
}

/**
 * Keeps rows as they are in this moment without holding them in memory, however many there are. Nothing is left of them
 * when this process ends, also when it is killed: their file has no name from the beginning.
 */
export async function putAside<Row extends object>(rows: AsyncIterable<Row>): Promise<RowsAside<Row>> {
  const file = path.join(os.tmpdir(), `pagecast-${randomUUID()}`);
  const handle = await fs.open(file, 'wx+', 0o600);
  let count = 0;
  async function* lines() {
    let text = '';
    for await (const row of rows) {
      count += 1;
      text += `${JSON.stringify(row).replaceAll(LINE_ENDS, escaped)}\n`;
      if (text.length < CHUNK_CHARACTERS) continue;
      yield text;
      text = '';
    }
    yield text;
  }
  try {
    await fs.rm(file);
    await fs.writeFile(handle, lines());
  } catch (error) {
    await handle.close();
    throw error;
  }
  return {
    count,
    async *read() {
      for await (const line of handle.readLines({ start: 0, autoClose: false })) yield JSON.parse(line) as Row;
    },
    close: () => handle.close(),
  };
}
