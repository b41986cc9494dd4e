import { remotesRepository, type RemotesRepository } from '../../api/src/features/remotes/remotes.repository.ts';
import { fail } from '../lifecycle.ts';
import { withDatabase } from '../postgres/with-database.ts';

/** Runs `work` on the registry of the product; ends the process with one line when it cannot, or when `work` throws. */
export async function withRegistry(work: (remotes: RemotesRepository) => Promise<void>): Promise<void> {
  await withDatabase(async (db) => {
    // No migration here: a team that looks at its area must not change anything of the others'.
    if (!(await db.schema.hasTable('remote_pointers')))
      throw new Error('There is no release registry yet: start the product once, with npm start.');
    await work(remotesRepository(db));
  }).catch((error: Error) => fail(error.message));
}
