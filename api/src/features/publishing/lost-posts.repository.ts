import type { Knex } from 'knex';
import type { Environment } from '../../contract/common.ts';
import type { PostId, UserId } from '../../contract/ids.ts';
import type { ProblemOf } from '../../problems/problem.ts';
import { CODE } from '../../problems/problem.ts';
import { hasCode } from '../../problems/problem.sql.ts';
import { moving } from '../posts/post-writes.sql.ts';
import { takeBack } from './take-back.repository.ts';

const QUESTIONS = 3;

/** A post as its owner had left it. */
export interface ToldPost {
  readonly id: PostId;
  readonly userId: UserId;
  readonly environment: Environment;
  /** `gone` once it was deleted. */
  readonly status: string;
  readonly mark: string | null;
}

/**
 * - `planned`: it is to go out as it was before; - `stopped`: it was to; - `unstopped`: it was to, and a worker was at
 * it; - `older`: it is as it was before, and goes nowhere; - `gone`: it was made, and is no more.
 */
export type LostPost = ToldPost & { readonly how: 'planned' | 'stopped' | 'unstopped' | 'older' | 'gone' };

/** An instant of ours by the clock of the database, in seconds of its epoch, as closely as that can be asked. */
export interface InstantThere {
  readonly earliest: number;
  readonly latest: number;
}

/** In doubt a post is not newer: it is stopped, and its owner is told. */
const IS_NEWER = 'p.updated_at >= to_timestamp(:latest)';
/** By whichever loop, and before the database went away once more. */
const IS_STOPPED = `coalesce(p.status = 'missed' and ${hasCode('p.problem', CODE.changesLost)}
  and p.updated_at >= to_timestamp(:earliest), false)`;

/** A post that went out, or did not, is told of otherwise. One that changed since is its owner's newer word. */
const DIFFERING = `
  select t.id, case when p.id is null then 'gone' when p.status in ('scheduled', 'publishing') then 'planned'
    when ${IS_STOPPED} then 'stopped' else 'older' end as how
  from jsonb_to_recordset(:told::jsonb) as t(id bigint, "userId" bigint, status text, mark text)
    left join posts p on p.id = t.id and p.user_id = t."userId"
  where case when p.id is null then t.status <> 'gone'
    else mark_of_post(p) is distinct from t.mark and (${IS_STOPPED}
      or (p.status = 'publishing' or not ${IS_NEWER})
        and not (t.status = 'scheduled' and p.status in ('published', 'failed', 'missed'))
        and not (p.status = 'published' and t.status <> 'gone')) end
  order by p.scheduled_at nulls last, t.id`;

/** Posts whose owner's last word a database has lost. */
export function lostPosts(db: Knex) {
  return {
    /** The history that the database writes. */
    async history(): Promise<string> {
      const { rows } = await db.raw<{ rows: [{ history: string }] }>('select history_of_database() as history');
      return rows[0].history;
    },

    /**
     * @param reading of `performance.now()`. A question that stood still somewhere says little of it, so the one that
     *   was answered soonest counts
     */
    async instantThere(reading: number): Promise<InstantThere> {
      const asked: InstantThere[] = [];
      while (asked.length < QUESTIONS) {
        const before = performance.now();
        const { rows } = await db.raw<{ rows: [{ at: number }] }>('select extract(epoch from now())::float8 as at');
        const after = performance.now();
        asked.push({
          earliest: rows[0].at - (after - reading) / 1000,
          latest: rows[0].at - (before - reading) / 1000,
        });
      }
      return asked.reduce((best, one) => (one.latest - one.earliest < best.latest - best.earliest ? one : best));
    },

    /**
     * @param since when the line to the database that told it was lost: what changed since is newer
     * @returns what goes out next first
     */
    async differing(told: readonly ToldPost[], since: InstantThere): Promise<LostPost[]> {
      const byId = new Map(told.map((post) => [Number(post.id), post]));
      const { rows } = await db.raw<{ rows: { id: number; how: LostPost['how'] }[] }>(DIFFERING, {
        told: JSON.stringify(told),
        ...since,
      });
      return rows.flatMap(({ id, how }) => {
        const post = byId.get(Number(id));
        return post === undefined ? [] : [{ ...post, how }];
      });
    },

    /** It waits for its owner. @returns false while a worker is at it, and once it may be out */
    async setAside({ id, userId, environment, status, mark }: ToldPost): Promise<boolean> {
      const problem: ProblemOf<'changes_lost'> = {
        code: 'changes_lost',
        action: null,
        params: { change: status === 'gone' ? 'deleted' : 'changed' },
      };
      return db.transaction(async (trx) => {
        const which = { id, user_id: userId, environment };
        const owner = { userId, environment };
        const isFree =
          (await trx('posts')
            .where({ ...which, status: 'scheduled' })
            .forNoKeyUpdate()
            .first('id')) !== undefined;
        if (!isFree && !(await takeBack(trx, owner, id))) return false;
        await moving(trx, 'setAside', { problem: JSON.stringify(problem) })
          .where(which)
          .whereRaw('mark_of_post(posts) is distinct from ?', [mark]);
        return true;
      });
    },
  };
}
export type LostPosts = ReturnType<typeof lostPosts>;
