import type { Knex } from 'knex';
import type { Environment } from '../../contract/common.ts';
import type { PostId, UserId } from '../../contract/ids.ts';
import type { ProblemOf } from '../../problems/problem.ts';
import { CODE } from '../../problems/problem.ts';
import { hasCode } from '../../problems/problem.sql.ts';
import { moving } from '../posts/post-writes.sql.ts';
import { takeBack } from './take-back.repository.ts';

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

const IS_SINCE = 'p.updated_at >= now() - make_interval(secs => :secondsSince)';
/** By whichever loop, and before the database went away once more. */
const IS_STOPPED = `coalesce(p.status = 'missed' and ${hasCode('p.problem', CODE.changesLost)} and ${IS_SINCE}, false)`;

/** A post that went out, or did not, is told of otherwise. One that changed since is its owner's newer word. */
const DIFFERING = `
  select t.id, case when p.id is null then 'gone' when p.status in ('scheduled', 'publishing') then 'planned'
    when ${IS_STOPPED} then 'stopped' else 'older' end as how
  from jsonb_to_recordset(:told::jsonb) as t(id bigint, "userId" bigint, status text, mark text)
    left join posts p on p.id = t.id and p.user_id = t."userId"
  where case when p.id is null then t.status <> 'gone'
    else mark_of_post(p) is distinct from t.mark and (${IS_STOPPED}
      or (p.status = 'publishing' or not ${IS_SINCE})
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
     * @param msSince since the line to the database that told it was lost: what changed since is newer
     * @returns what goes out next first
     */
    async differing(told: readonly ToldPost[], msSince: number): Promise<LostPost[]> {
      const byId = new Map(told.map((post) => [Number(post.id), post]));
      const { rows } = await db.raw<{ rows: { id: number; how: LostPost['how'] }[] }>(DIFFERING, {
        told: JSON.stringify(told),
        secondsSince: msSince / 1000,
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
