import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Job } from '../../jobs/jobs.ts';
import type { HeldKeys } from './held-keys.ts';
import { StaleKeysError } from './reseal.ts';
import { advance } from './rotation.ts';

interface Deps {
  /** Slower than anything that people wait for. */
  readonly sweepsDb: Knex;
  readonly secretKeys: HeldKeys;
  readonly log: Logger;
}

/** What a command has begun and not finished comes to its end. */
export function createSecretKeys({ sweepsDb, secretKeys: { keys, load }, log }: Deps) {
  return {
    jobs: [
      {
        name: 'finish-rotation',
        rule: '*/20 * * * * *',
        runsWhileRestored: true,
        async run() {
          try {
            const { resealed } = await advance({ db: sweepsDb, keys, load });
            if (resealed !== null && resealed.changed + resealed.signed > 0) {
              const { changed, signed, lost } = resealed;
              log.info({ values: changed, releases: signed, lost: lost.length }, 'secret-key.resealed');
            }
          } catch (error) {
            // Somebody has rotated meanwhile: the next time goes by the new key.
            if (!(error instanceof StaleKeysError)) throw error;
          }
        },
      },
    ] satisfies Job[],
  };
}
