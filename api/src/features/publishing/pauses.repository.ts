import type { Knex } from 'knex';
import type { GraphPageId, PageId, PostId, UserId } from '../../contract/ids.ts';
import type { Environment } from '../../contract/common.ts';
import { FACEBOOK, PUBLISH_PLATFORMS } from '../../contract/networks.ts';
import { prepared } from '../../db/database.ts';
import { readTogether } from '../../db/read-together.ts';
import { pauseKey, STOPS_POST, stopsCalls } from '../../networks/pauses.sql.ts';
import { withSpacingSql } from '../../networks/spacing.sql.ts';
import type { PauseScope } from '../../networks/refusal.ts';
import { CODE } from '../../problems/problem.ts';
import { movable, moveSql, moving } from '../posts/post-writes.sql.ts';
import { isoSql } from '../../db/iso-sql.ts';
import { coolingDown, WAITS_ITS_TURN } from './problems.ts';
import { heldPosts } from './held-posts.repository.ts';

const EXPLAIN_PAUSE = `
  ${moveSql('explain', {
    given: {
      problem: `jsonb_build_object('code', cooldown.reason, 'action', null, 'params',
        jsonb_build_object('target', p.target, 'page', null, 'stage', 'asked_now', 'until', ${isoSql('cooldown.until')})
          || case cooldown.reason when '${CODE.blocked}' then '{"said": null}'::jsonb else '{}' end)`,
    },
    from: `(
    select p.id, greatest(c.paused_until, max(z.paused_until)) as until,
      coalesce(c.pause_reason, max(z.reason), '${CODE.rateLimited}') as reason
    from posts p left join page_clock c on c.facebook_page_id = p.facebook_page_id
      left join pauses z on ${STOPS_POST}
    where p.id = $1 group by p.id, c.facebook_page_id
  ) cooldown`,
    where: 'p.id = cooldown.id and cooldown.until > now()',
  })} returning p.id`;

const EXPLAIN_OVERDUE = `
  ${moveSql('explain', {
    given: {
      problem: `case when waiting.is_cooling_down then jsonb_set(?::jsonb, '{params,target}', to_jsonb(p.target))
          else ${withSpacingSql('?::jsonb', 'p.user_id')} end`,
    },
    from: `(
    select p.id, coalesce(c.paused_until > now(), false) or exists (
      select from pauses z where z.paused_until > now() and ${STOPS_POST}
    ) as is_cooling_down
    from posts p left join page_clock c on c.facebook_page_id = p.facebook_page_id
    where ${movable('explain')} and not p.is_held and p.problem is null and p.scheduled_at < now() - interval '1 minute'
    order by p.id for no key update of p skip locked
  ) waiting`,
    where: 'p.id = waiting.id and p.problem is null',
  })}`;

/** $1: page, $2: user, $3: environment, $4: target. */
/** $1: pages or null, $2: users, $3: environments, $4: targets. */
const COOLDOWNS_OF = `
  select k.place::int, extract(epoch from max(r.until) - now())::float8 as seconds
  from unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[]) with ordinality
    as k(page_id, user_id, environment, target, place)
  cross join lateral (
    select c.paused_until as until from page_clock c where c.facebook_page_id = k.page_id
    union all select z.paused_until from pauses z where
      ${stopsCalls({ network: 'k.target', environment: 'k.environment', user: 'k.user_id' })}
  ) r where r.until > now() group by k.place`;

/** What makes posts wait without being theirs: cooldowns that a service asked for, and pages that need their owner. */
export function pausesRepository(db: Knex) {
  const { later, explainWaiting } = explaining(db);
  return {
    ...heldPosts(db),
    ...cooldownsTold(db),
    ...widePauses(db),

    /** No calls for `minutes`; a longer cooldown that is on already stands. */
    async pause(
      scope: PauseScope,
      of: { userId: UserId; environment: Environment; facebookPageId: PageId | null; target: string },
      minutes: number,
      reason: string,
    ): Promise<void> {
      if (scope === 'page') {
        await db('page_clock')
          .where({ facebook_page_id: of.facebookPageId })
          .update({
            paused_until: db.raw('greatest(coalesce(paused_until, now()), ?)', [later(minutes)]),
            pause_reason: reason,
          });
        await explainWaiting(
          of.target,
          (posts) => {
            void posts.where('facebook_page_id', of.facebookPageId);
          },
          minutes,
        );
        return;
      }
      await db('pauses')
        .insert({
          scope,
          key: pauseKey(of.target, scope === 'user' ? of.userId : of.environment),
          paused_until: later(minutes),
          reason,
        })
        .onConflict(['scope', 'key'])
        .merge({ paused_until: db.raw('greatest(pauses.paused_until, excluded.paused_until)'), reason });
      await explainWaiting(
        of.target,
        (posts) => {
          void posts.where({ environment: of.environment, target: of.target });
          if (scope === 'user') void posts.where('user_id', of.userId);
        },
        minutes,
      );
    },

    /** Nobody waits for the end of what only this person waited for. */
    async forgetUser(userId: UserId): Promise<void> {
      await db('pauses')
        .where({ scope: 'user' })
        .whereIn(
          'key',
          PUBLISH_PLATFORMS.map((network) => pauseKey(network, userId)),
        )
        .delete();
    },
  };
}

/** Cooldowns as posts feel them. */
/** Whose cooldowns count for a post. */
interface MayCoolDown {
  readonly facebookPageId: PageId | null;
  readonly userId: UserId;
  readonly environment: Environment;
  readonly target: string;
}

function cooldownsTold(db: Knex) {
  return {
    /** For how many seconds no calls may be made for this post; null when they may. */
    cooldownOf: readTogether(async (posts: readonly MayCoolDown[]): Promise<(number | null)[]> => {
      const rows = await prepared<{ place: number; seconds: number }>(db, 'cooldowns_of', COOLDOWNS_OF, [
        posts.map(({ facebookPageId }) => facebookPageId),
        posts.map(({ userId }) => userId),
        posts.map(({ environment }) => environment),
        posts.map(({ target }) => target),
      ]);
      const seconds = new Map(rows.map((row) => [row.place, row.seconds]));
      return posts.map((_, index) => seconds.get(index + 1) ?? null);
    }),

    /**
     * Tells a post that was asked for right now that its page, its owner or the app is cooling down; false when none
     * is.
     */
    async explainPause(postId: PostId): Promise<boolean> {
      return (await prepared<{ id: number }>(db, 'explain_pause', EXPLAIN_PAUSE, [postId])).length > 0;
    },

    /** No post is overdue without a word, also one that was put on the schedule during a cooldown. */
    async explainOverdue(): Promise<void> {
      await db.raw(EXPLAIN_OVERDUE, [JSON.stringify(coolingDown('')), JSON.stringify(WAITS_ITS_TURN)]);
    },
  };
}

/** Cooldowns that Facebook asks for, of an app or of a page. */
function widePauses(db: Knex) {
  const { later, explainWaiting } = explaining(db);

  return {
    /** The posts of these environments cool down: one app publishes for all of them. */
    async pauseApp(
      target: string,
      environments: readonly Environment[],
      minutes: number,
      reason: string,
    ): Promise<void> {
      if (environments.length === 0) return;
      await db('pauses')
        .insert(
          environments.map((environment) => ({
            scope: 'app',
            key: pauseKey(target, environment),
            paused_until: later(minutes),
            reason,
          })),
        )
        .onConflict(['scope', 'key'])
        .merge({ paused_until: db.raw('greatest(pauses.paused_until, excluded.paused_until)') });
      await explainWaiting(
        target,
        (posts) => {
          void posts.where({ target }).whereIn('environment', environments);
        },
        minutes,
      );
    },

    /** Every row of a page of Facebook's cools down, whoever connected it. */
    async pauseFacebookPage(pageId: GraphPageId, minutes: number, reason: string): Promise<void> {
      const rows = db('facebook_pages').where({ page_id: pageId }).select('id');
      await db('page_clock')
        .whereIn('facebook_page_id', rows.clone())
        .update({
          paused_until: db.raw('greatest(coalesce(paused_until, now()), ?)', [later(minutes)]),
          pause_reason: reason,
        });
      await explainWaiting(
        FACEBOOK,
        (posts) => {
          void posts.whereIn('facebook_page_id', rows.clone());
        },
        minutes,
      );
    },
  };
}

/** What falls due during a cooldown says why it waits. */
function explaining(db: Knex) {
  const later = (minutes: number) => db.raw('now() + make_interval(secs => ?)', [minutes * 60]);

  /**
   * What falls due while its page is cooling down says why it waits. A post that somebody is at just now is not waited
   * for.
   */
  async function explainWaiting(
    target: string,
    which: (posts: Knex.QueryBuilder) => void,
    minutes: number,
  ): Promise<void> {
    const waiting = db('posts')
      .where({ status: 'scheduled', is_held: false })
      .whereNull('problem')
      .where('scheduled_at', '<=', later(minutes))
      .modify(which);
    await moving(db, 'explain', { problem: JSON.stringify(coolingDown(target)) }).whereIn(
      'id',
      waiting.select('id').forNoKeyUpdate().skipLocked(),
    );
  }

  return { later, explainWaiting };
}
export type PausesRepository = ReturnType<typeof pausesRepository>;
