import type { Job } from '../../jobs/jobs.ts';
import type { LibraryService } from './library.service.ts';

/** Some 20 s of drawing, after everybody else's turn. */
const AT_ONCE = 60;

/** Thumbnails of images that came without one; those that are uploaded get theirs at once. */
export function drawThumbnailsJob({ library }: { library: LibraryService }): Job {
  return { name: 'draw-thumbnails', rule: '40 * * * * *', run: () => library.drawThumbnails(AT_ONCE) };
}
