import fs from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { openFile } from './open-file.ts';

test('a file of which the length cannot be read is closed again', async () => {
  const handle = await fs.open(import.meta.filename);
  const handles = Object.getPrototypeOf(handle) as typeof handle;
  await handle.close();
  vi.spyOn(handles, 'stat').mockRejectedValueOnce(new Error('The disk is broken'));
  const close = vi.spyOn(handles, 'close');
  try {
    await expect(openFile(import.meta.filename, null)).rejects.toThrow('The disk is broken');
    expect(close).toHaveBeenCalledOnce();
  } finally {
    vi.restoreAllMocks();
  }
});
