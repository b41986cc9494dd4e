import type { Knex } from 'knex';
import type { Config } from '../config/config.ts';
import { sharedSettings } from '../db/shared-settings.ts';
import type { FacebookClock } from '../facebook/facebook-clock.ts';
import type { Media } from '../features/media/media.feature.ts';
import { pausesRepository } from '../features/publishing/pauses.repository.ts';
import type { HeldKeys } from '../features/secret-key/held-keys.ts';
import { DamagedKeysError } from '../features/secret-key/read-keys.ts';
import { proveKey, WrongKeyError } from '../features/secret-key/secret-key.ts';
import type { Metrics } from '../http/metrics.ts';
import { clockCheck, facebookClockCheck } from './clock-check.ts';
import { rightsTrouble } from './rights-check.ts';
import type { Holds } from '../jobs/holds.ts';
import type { StartCheck } from './start-checks.ts';

/** Sooner than a balancer asks; nothing that goes out waits for this. */
const LOOK_EVERY_MS = 5000;

interface Deps {
  readonly config: Config;
  readonly db: Knex;
  readonly media: Pick<Media, 'diskTrouble' | 'storeTrouble'>;
  readonly metrics: Pick<Metrics, 'clockDifference' | 'facebookClockDifference'>;
  readonly heldKeys: HeldKeys;
}

/** What the hosts of one database have to have in common, in the order in which it is looked at. */
export function startChecks({ config, db, media, metrics, heldKeys }: Deps): StartCheck[] {
  return [
    {
      name: 'The clock',
      mayPass: true,
      find: clockCheck({ db, metrics, limitSeconds: config.CLOCK_LIMIT_SECONDS }),
    },
    { name: 'The rights in the database', mayPass: true, find: () => rightsTrouble(db) },
    {
      name: 'The secret key',
      find: () =>
        proveKey(db, heldKeys.masters, config.SECRET_KEY_FROM, {
          adminIds: config.ADMIN_FACEBOOK_IDS,
          holdPage: (trx, page, problem) => pausesRepository(trx).holdPage(page, problem),
        })
          .then(heldKeys.load)
          .then(() => null, sentenceOrThrow),
    },
    { name: 'The settings that all share', mayPass: true, find: () => sharedSettings(config).find(db) },
    {
      name: 'The place of files',
      async find() {
        const trouble = await media.storeTrouble({ isStart: true });
        return trouble?.kind === 'wrong' ? trouble.sentence : null;
      },
    },
  ];
}

function sentenceOrThrow(error: unknown): string {
  if (error instanceof WrongKeyError || error instanceof DamagedKeysError) return error.message;
  throw error;
}

interface Watched {
  readonly holds: Holds;
  readonly facebookClock: Pick<FacebookClock, 'offMs'>;
}

/** The same while the process runs: somebody may change what was right at its start. */
export function watchWhatIsShared({
  config,
  db,
  media,
  metrics,
  heldKeys,
  holds,
  facebookClock,
}: Deps & Watched): void {
  holds.add({
    name: 'clock',
    isForPeople: false,
    find: clockCheck({ db, metrics, limitSeconds: config.CLOCK_LIMIT_SECONDS }),
  });
  holds.add({
    name: 'facebook-clock',
    isForPeople: false,
    find: facebookClockCheck({ clock: facebookClock, metrics, limitSeconds: config.CLOCK_LIMIT_SECONDS }),
  });
  holds.add({ name: 'secret-key', isForPeople: true, find: heldKeys.sentence });
  holds.add({
    name: 'files',
    isForPeople: true,
    async find() {
      const trouble = await media.diskTrouble();
      return trouble?.kind === 'wrong' ? trouble.sentence : null;
    },
  });
  // The process of the loop looks and says so. This one looks when it is asked whether people are to be sent here.
  if (config.LOOP === 'on') return;
  // Where the database does not answer, others say so.
  setInterval(() => void holds.find().catch(() => {}), LOOK_EVERY_MS).unref();
}
