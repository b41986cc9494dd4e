import type { StoredUpload } from '../../contract/problems.ts';
import type { ProblemOf } from '../problem.ts';
import { shareOf } from '../upload-share.ts';

const MEGABYTE = 1024 ** 2;

/** How far the files of a post are on their way to Facebook: in figures where it takes long enough to ask. */
export function uploadWords(upload: StoredUpload | ProblemOf<'uploading'>): string {
  if (upload.code === 'uploaded')
    return 'Its files are already at Facebook. Nobody sees them before the post goes out.';
  const { sentBytes, totalBytes } = upload.params;
  if (totalBytes < MEGABYTE) return 'Its files are on their way to Facebook.';
  const megabytes = (bytes: number) => (bytes / MEGABYTE).toLocaleString('en', { maximumFractionDigits: 1 });
  return (
    `Its files are on their way to Facebook: ${megabytes(sentBytes)} of ${megabytes(totalBytes)} MB ` +
    `(${Math.floor(shareOf(upload) * 100)}%).`
  );
}
