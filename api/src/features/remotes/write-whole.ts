import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';

/**
 * Writes a file by rename: whoever reads it reads all of it. One that says the same already only becomes young again:
 * each start writes it, on a full disk too.
 */
export async function writeWhole(file: string, text: string): Promise<void> {
  const now = new Date();
  if ((await fs.readFile(file, 'utf8').catch(() => null)) === text) return fs.utimes(file, now, now);
  await fs.mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const unfinished = `${file}.${randomUUID()}.new`;
  try {
    await fs.writeFile(unfinished, text, { mode: 0o600 });
    await fs.rename(unfinished, file);
  } catch (error) {
    await fs.rm(unfinished, { force: true });
    throw error;
  }
}
