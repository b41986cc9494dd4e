import type { Job } from '../../jobs/jobs.ts';
import type { MediaService } from './media.service.ts';
import { RETENTION } from '../../retention.ts';

const KEEP_MS = RETENTION.unusedFilesHours * 3_600_000;

export function sweepMediaJobs({ media }: { media: MediaService }): Job[] {
  const before = (now: Date) => new Date(now.getTime() - KEEP_MS);
  return [
    { name: 'sweep-unused-media', rule: '20 26 * * * *', run: (now) => media.sweepUnused(before(now)) },
    // It walks through every file: once a day, at an hour that is quiet somewhere.
    { name: 'sweep-media-storage', rule: '20 52 3 * * *', run: (now) => media.sweepStorage(before(now)) },
  ];
}
