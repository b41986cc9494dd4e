import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { restoresRepository } from '../backup-marks/restores.repository.ts';
import type { Holds } from '../../jobs/holds.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { Networks } from '../../networks/networks.ts';
import type { Media } from '../media/media.feature.ts';
import { checkRestoredJob } from './check-restored.job.ts';
import { restoredPostsRepository } from './restored-posts.repository.ts';

const HOLD = 'restored';
/** Jobs of every second do not look each time; what publishes does. */
const HELD_AGE_MS = 5000;

interface Deps {
  readonly loopDb: Knex;
  readonly holds: Holds;
  readonly log: Logger;
  readonly networks: { readonly forLoop: Networks };
  readonly media: Pick<Media, 'forLoop'>;
}

/** Holds the loop after a backup was put back, and finds out meanwhile what went out since. */
export function createRestored({
  loopDb,
  holds,
  log,
  networks: { forLoop: networks },
  media: { forLoop: media },
}: Deps) {
  const restores = restoresRepository(loopDb);
  holds.add({
    name: HOLD,
    // They see why nothing goes out.
    isForPeople: false,
    async find() {
      const held = await restores.held();
      return held === null
        ? null
        : `A backup of ${held.backupAt.toISOString()} was put back. ` +
            'Nothing is sent until npm run restore -- release; npm run restore -- report says what may be out.';
    },
  });
  return {
    /** Nothing but what only looks runs while a restored backup is held. */
    mayRun: async ({ runsWhileRestored }: Job) =>
      runsWhileRestored === true || !(await holds.find(HELD_AGE_MS)).some(({ name }) => name === HOLD),
    jobs: [checkRestoredJob({ restores, posts: restoredPostsRepository(loopDb), networks, media, log })],
  };
}
