import fs, { type FileHandle } from 'node:fs/promises';
import { NotFoundError } from '../../http/errors.ts';
import { UNREADABLE } from './media-types.ts';

/**
 * Opens a stored file before anything is answered: a stream that fails while nobody listens yet would end the process.
 * @param bytes its length as it was kept, where that is known
 * @throws NotFoundError when it is not there as it was kept
 */
export async function openFile(path: string, bytes: number | null): Promise<FileHandle> {
  const handle = await fs.open(path).catch((error: unknown) => {
    throw new NotFoundError(UNREADABLE, {}, { cause: error });
  });
  try {
    const stat = await handle.stat();
    if (stat.isFile() && (bytes === null || stat.size === bytes)) return handle;
    throw new NotFoundError(UNREADABLE);
  } catch (error) {
    await handle.close();
    throw error;
  }
}
