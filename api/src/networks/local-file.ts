import { openAsBlob } from 'node:fs';
import type { FileSource } from './target.ts';

/** A file that lies on this machine. */
export function localFile(path: string, mimeType: string): FileSource {
  return { blob: () => openAsBlob(path, { type: mimeType }), asFile: (task) => task(path) };
}
