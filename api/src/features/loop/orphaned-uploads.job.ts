import type { Environment } from '../../contract/common.ts';
import type { FacebookApp, GraphClient } from '../../facebook/graph-client.ts';
import { isGraphFailure } from '../../facebook/graph-errors.ts';
import type { Job } from '../../jobs/jobs.ts';
import { removeUnseen } from '../../networks/facebook/unseen-objects.ts';
import type { PagesRepository } from '../pages/pages.repository.ts';
import type { AheadRepository, OrphanedUpload } from '../publishing/ahead.repository.ts';

interface Deps {
  readonly ahead: AheadRepository;
  readonly pages: PagesRepository;
  readonly graph: GraphClient;
  facebookApp(environment: Environment): FacebookApp | null;
}

/**
 * Takes videos away from Facebook that were brought there ahead of a post which has been deleted, moved to another page
 * or put off for long.
 */
export function orphanedUploadsJob({ ahead, pages, graph, facebookApp }: Deps): Job {
  async function remove({ videoId, facebookPageId, environment }: OrphanedUpload): Promise<void> {
    const [app, token] = [facebookApp(environment), (await pages.forPublishing(facebookPageId))?.token ?? null];
    if (token === null || app === null) return;
    await removeUnseen({ graph, app, token }, videoId);
    await ahead.forgetOrphanedUpload(videoId);
  }

  return {
    name: 'remove-orphaned-uploads',
    rule: '15 * * * * *',
    async run() {
      await ahead.giveUpOrphanedUploads();
      for (const video of await ahead.orphanedUploads()) {
        await remove(video).catch((error: unknown) => {
          // Next time: nobody sees what is left.
          if (!isGraphFailure(error)) throw error;
        });
      }
    },
  };
}
