import path from 'node:path';
import type { Actor } from '../../api/src/features/audit/audit.repository.ts';
import { releaseFiles } from '../../api/src/features/remotes/release-files.ts';
import { releasesService } from '../../api/src/features/remotes/releases.service.ts';
import { remotesRepository } from '../../api/src/features/remotes/remotes.repository.ts';
import { commandLineActor } from '../command-line-actor.ts';
import { fail } from '../lifecycle.ts';
import { dataDirectory } from '../paths.ts';
import { withDatabase } from '../postgres/with-database.ts';

export interface Registry {
  readonly remotes: ReturnType<typeof remotesRepository>;
  readonly releases: ReturnType<typeof releasesService>;
  readonly files: ReturnType<typeof releaseFiles>;
  /** Where the files of all versions lie. */
  readonly releasesDir: string;
  /** Who moves a remote from a terminal, for the audit log. */
  readonly actor: Actor;
}

/** Runs `work` on the registry of the product; ends the process with one line when it cannot, or when `work` throws. */
export async function withRegistry(work: (registry: Registry) => Promise<void>): Promise<void> {
  await withDatabase(async (db) => {
    // No migration here: a team that releases its area must not change anything of the others'.
    if (!(await db.schema.hasTable('remote_pointers')))
      throw new Error('There is no release registry yet: start the product once, with npm start.');
    const releasesDir = path.join(dataDirectory(), 'releases');
    const files = releaseFiles(releasesDir);
    await work({
      remotes: remotesRepository(db),
      releases: releasesService({ db, files }),
      files,
      releasesDir,
      actor: await commandLineActor(db),
    });
  }).catch((error: Error) => fail(error.message));
}
