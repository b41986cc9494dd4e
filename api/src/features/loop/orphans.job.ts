import type { Knex } from 'knex';
import * as z from 'zod';
import type { Environment } from '../../contract/common.ts';
import type { FacebookApp, GraphClient } from '../../facebook/graph-client.ts';
import { GraphError, isGraphFailure } from '../../facebook/graph-errors.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { PagesRepository } from '../pages/pages.repository.ts';
import { CLOCK_SKEW_MINUTES, orphansRepository, type AttemptWithOrphans } from '../publishing/orphans.repository.ts';

const Unpublished = z.object({
  id: z.string(),
  created_time: z.coerce.date(),
  application: z.object({ id: z.string() }).optional(),
});
const Deleted = z.object({ success: z.literal(true) });

/**
 * A lost answer to the invisible step leaves an object at Facebook that nobody sees and nobody needs. One post of a page is
 * on its way at a time, so what our app made there unpublished in the time of an attempt, and no post holds, is such an orphan.
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
    const listed = await graph.list({
      path: `${page.page.pageId}/feed`,
      token,
      app,
      answer: Unpublished,
      params: {
        is_published: false,
        fields: 'id,created_time,application',
        since: Math.floor(from / 1000),
        until: Math.ceil(to / 1000),
      },
    });
    const ours = listed
      .filter(
        ({ application, created_time: at }) =>
          application?.id === app.appId && at.getTime() >= from && at.getTime() <= to,
      )
      .map(({ id }) => id);
    const held = await attempts.held(ours);
    const orphans = ours.filter((candidate) => !held.includes(candidate));
    const isRemoved = await Promise.all(
      orphans.map(async (id) => {
        try {
          await graph.delete({ path: id, token, app, answer: Deleted });
          return true;
        } catch (error) {
          if (!isGraphFailure(error)) throw error;
          // Gone is what was asked for.
          return error instanceof GraphError && error.isGone;
        }
      }),
    );
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
