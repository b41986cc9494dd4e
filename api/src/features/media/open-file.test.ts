import fs, { type FileHandle } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { openFile } from './open-file.ts';

test('a file of which the length cannot be read is closed again', async () => {
  const close = vi.fn(async () => {});
  const stat = () => Promise.reject(new Error('The disk is broken'));
  vi.spyOn(fs, 'open').mockResolvedValueOnce({ stat, close } as unknown as FileHandle);
  try {
    await expect(openFile('/anywhere', null)).rejects.toThrow('The disk is broken');
    expect(close).toHaveBeenCalledOnce();
  } finally {
    vi.restoreAllMocks();
  }
});
