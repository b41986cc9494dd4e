import type { StoredUpload } from '../contract/problems.ts';
import type { ProblemOf } from './problem.ts';

/** How much of the files of a post is at Facebook, of 1. */
export function shareOf(upload: StoredUpload | ProblemOf<'uploading'>): number {
  if (upload.code === 'uploaded') return 1;
  const { sentBytes, totalBytes } = upload.params;
  return totalBytes === 0 ? 0 : sentBytes / totalBytes;
}
