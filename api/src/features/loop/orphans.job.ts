import type { Knex } from 'knex';
import * as z from 'zod';
import type { Environment } from '../../contract/common.ts';
import type { FacebookApp, GraphClient } from '../../facebook/graph-client.ts';
import { GraphError, isGraphFailure } from '../../facebook/graph-errors.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { PagesRepository } from '../pages/pages.repository.ts';
import { PAGE_IS_NOT_COOLING_DOWN } from '../publishing/claims.sql.ts';
import { POST_TAKES_CALLS } from '../../networks/pauses.sql.ts';
import { retryAfter } from '../publishing/orphans.ts';

/** An attempt that ended this long ago has nothing under way any more. */
const QUIET_MINUTES = 15;
const AT_ONCE = 50;
const CLOCK_SKEW_MINUTES = 2;

const Unpublished = z.object({
  id: z.string(),
  created_time: z.coerce.date(),
  application: z.object({ id: z.string() }).optional(),
});
const Deleted = z.object({ success: z.literal(true) });

interface Attempt {
  id: number;
  facebook_page_id: number;
  environment: Environment;
  created_at: Date;
  ended_at: Date;
  orphans: Orphans | null;
}

/** What became of the invisible objects of one attempt. `left` is null where nobody could look. */
interface Orphans {
  readonly removed: number;
  readonly left: number | null;
  readonly isGivenUp: boolean;
}

/** The next try is set before this one is made: one that dies over it is followed by another. */
const NEXT = `
  update publish_attempts a set orphans_tries = a.orphans_tries + 1, orphans_next_at = now() + ${retryAfter('a.orphans_tries')}
  from posts p
  where p.id = a.post_id and a.id in (
    select a.id from publish_attempts a join posts p on p.id = a.post_id join page_clock c on c.facebook_page_id = p.facebook_page_id
    where (a.takeovers > 0 or a.tries > 0) and a.orphans_removed_at is null
      and a.ended_at < now() - interval '${QUIET_MINUTES} minutes' and (a.orphans_next_at is null or a.orphans_next_at <= now())
      and ${PAGE_IS_NOT_COOLING_DOWN} and ${POST_TAKES_CALLS}
      -- A video that Facebook still works on is unpublished too, and goes by another id there than the one we hold.
      and not exists (
        select from publish_attempts o join posts q on q.id = o.post_id
        where q.facebook_page_id in (select id from facebook_pages where page_id = (select page_id from facebook_pages where id = p.facebook_page_id))
          and o.ended_at is null and (q.media_type = 'video' or o.created_at < a.ended_at + interval '${CLOCK_SKEW_MINUTES} minutes')
      )
      -- Nor what went there ahead of its post.
      and not exists (
        select from uploads_ahead o join posts q on q.id = o.post_id
        where q.facebook_page_id in (select id from facebook_pages where page_id = (select page_id from facebook_pages where id = p.facebook_page_id))
          and o.created_at < a.ended_at + interval '${CLOCK_SKEW_MINUTES} minutes'
      )
    order by a.ended_at limit ${AT_ONCE} for update of a skip locked
  )
  returning a.id, p.facebook_page_id, p.environment, a.created_at, a.ended_at, a.orphans`;

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
  async function removeOrphansOf(attempt: Attempt): Promise<void> {
    const [app, page] = [facebookApp(attempt.environment), await pages.forPublishing(attempt.facebook_page_id)];
    const before = attempt.orphans ?? { removed: 0, left: null, isGivenUp: false };
    if (page === null || page.isRemoved) return record(attempt, { ...before, isGivenUp: true }, true);
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
    const held = await db('publish_attempts').whereIn('remote_id', ours).pluck<string[]>('remote_id');
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
    await record(attempt, { removed: before.removed + orphans.length - left, left, isGivenUp: false }, left === 0);
  }

  async function record({ id }: Attempt, orphans: Orphans, isOver: boolean): Promise<void> {
    const isNews = orphans.removed > 0 || orphans.left !== 0;
    await db('publish_attempts')
      .where({ id })
      .update({
        orphans: isNews ? JSON.stringify(orphans) : null,
        ...(isOver ? { orphans_removed_at: db.fn.now() } : {}),
      });
  }

  return {
    name: 'remove-orphans',
    rule: '45 */5 * * * *',
    async run() {
      const { rows } = await db.raw<{ rows: Attempt[] }>(NEXT);
      for (const attempt of rows) {
        await removeOrphansOf(attempt).catch((error: unknown) => {
          // Next time: nobody sees what is left.
          if (!isGraphFailure(error)) throw error;
        });
      }
    },
  };
}
