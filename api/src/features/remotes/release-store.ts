import path from 'node:path';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import type { Config } from '../../config/config.ts';
import type { Keys } from '../../db/keyring.ts';
import { outsideHost } from './built-release.ts';
import { passports as passportsIn } from './passports.ts';
import { releaseFiles } from './release-files.ts';
import { remotesRepository } from './remotes.repository.ts';
import { sharedFiles } from './shared-files.ts';
import { shownVersions } from './shown-versions.ts';

interface Deps {
  readonly config: Config;
  readonly db: Knex;
  readonly keys: Keys;
  readonly log: Logger;
  /** @throws StorageFullError where so many more bytes would leave too little */
  readonly checkRoom: (bytes: number) => Promise<void>;
}

/** What this process has of versions on its disk, and gets from others. */
export function releaseStore({ config, db, keys, log, checkRoom }: Deps) {
  const releasesDir = path.join(config.DATA_DIR, 'releases');
  const disk = releaseFiles(releasesDir);
  const passports = passportsIn(releasesDir);
  const sharing = sharedFiles({ db, keys, disk, passports, checkRoom, log });
  const remotes = remotesRepository(db);
  return {
    releasesDir,
    passports,
    sharing,
    files: { ...disk, has: sharing.has },
    shown: shownVersions({ releasesDir, db, keys }),

    /** So that versions are here before somebody asks, and outlive the disk that they came from. */
    async exchangeFiles(): Promise<void> {
      const versions = await remotes.versions();
      await sharing.exchange(versions.filter(({ manifestUrl }) => outsideHost(manifestUrl) === null));
    },
  };
}
