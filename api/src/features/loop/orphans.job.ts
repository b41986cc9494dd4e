import type { Knex } from 'knex';
import type { Environment } from '../../contract/common.ts';
import type { FacebookApp, GraphClient } from '../../facebook/graph-client.ts';
import { isGraphFailure } from '../../facebook/graph-errors.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { PagesRepository } from '../pages/pages.repository.ts';
import { isUnseenRemoved, unpublishedOf } from '../../networks/facebook/unseen-objects.ts';
import { CLOCK_SKEW_MINUTES, orphansRepository, type AttemptWithOrphans } from '../publishing/orphans.repository.ts';

/**
 * A lost answer to the invisible step leaves an object at Facebook that nobody sees and nobody needs. One post of a
 * page is on its way at a time, so what our app made there unpublished in the time of an attempt, and no post holds, is
 * such an orphan.
 * It is tried again until all of them are gone, or the access to the page is gone for good.
 */
export function orphansJob({
  db,
  pages,
  graph,
  facebookApp,
}: {
  db: Knex;
  pages: PagesRepository;
  graph: GraphClient;
  facebookApp(environment: Environment): FacebookApp | null;
}): Job {
  const attempts = orphansRepository(db);

  async function removeOrphansOf(attempt: AttemptWithOrphans): Promise<void> {
    const [app, page] = [facebookApp(attempt.environment), await pages.forPublishing(attempt.facebook_page_id)];
    const before = attempt.orphans ?? { removed: 0, left: null, isGivenUp: false };
    if (page === null || page.isRemoved) return attempts.record(attempt.id, { ...before, isGivenUp: true }, true);
    if (app === null || page.token === null) return;
    const { token } = page;
    const [from, to] = [
      attempt.created_at.getTime() - CLOCK_SKEW_MINUTES * 60_000,
      attempt.ended_at.getTime() + CLOCK_SKEW_MINUTES * 60_000,
    ];
    const at = { graph, app, token };
    const ours = await unpublishedOf(at, page.page.pageId, { from: new Date(from), to: new Date(to) });
    const held = await attempts.held(ours);
    const orphans = ours.filter((candidate) => !held.includes(candidate));
    const isRemoved = await Promise.all(orphans.map((id) => isUnseenRemoved(at, id)));
    const left = isRemoved.filter((is) => !is).length;
    await attempts.record(
      attempt.id,
      { removed: before.removed + orphans.length - left, left, isGivenUp: false },
      left === 0,
    );
  }

  return {
    name: 'remove-orphans',
    rule: '45 */5 * * * *',
    async run() {
      for (const attempt of await attempts.next()) {
        await removeOrphansOf(attempt).catch((error: unknown) => {
          // Next time: nobody sees what is left.
          if (!isGraphFailure(error)) throw error;
        });
      }
    },
  };
}
