import type { Knex } from 'knex';
import { ownedColumns, type Owner } from '../../db/owner.ts';
import type { ProblemOf } from '../../problems/problem.ts';

export type Loss = ProblemOf<'work_lost'>;

const groupOf = (history: string) => `loss:${history}`;

const COUNTS = ['stopped', 'unstopped', 'older', 'gone'] as const;
const count = (problem: string, name: string) => `coalesce((${problem} #>> '{params,${name}}')::int, 0)`;
/** SQL: the first problem counts more of something than the second. */
const saysMore = (one: string, other: string) =>
  `(${COUNTS.map((name) => `${count(one, name)} > ${count(other, name)}`).join(' or ')})`;

/**
 * Tells one person what a failure of the database took of their posts, once: of several loops that find the same, the
 * first tells it. What says more than they may have read is told in its place.
 */
export async function notifyOfLostPosts(db: Knex, owner: Owner, history: string, problem: Loss): Promise<void> {
  const { user_id: userId, environment } = ownedColumns(owner);
  await db.raw(
    `insert into notifications as n (user_id, environment, kind, group_key, problem)
      select u.id, u.environment, 'system', :group, :problem::jsonb
      from users u where u.id = :userId and u.environment = :environment and not exists (
        select from notifications k where k.user_id = u.id and k.environment = u.environment and k.group_key = :group
          and not ${saysMore(':problem::jsonb', 'k.problem')})
    on conflict (user_id, environment, group_key) where read_at is null
      do update set problem = excluded.problem, updated_at = now() where ${saysMore('excluded.problem', 'n.problem')}`,
    { group: groupOf(history), problem: JSON.stringify(problem), userId, environment },
  );
}

/**
 * Tells those of the next people, in the order of their ids, who worked since then or administer, each once.
 * @returns the last of them; null when there are no more
 */
export async function notifyNextOfLoss(
  trx: Knex,
  {
    adminIds,
    history,
    activeSince,
    after,
    limit,
    problem,
  }: {
    readonly adminIds: readonly string[];
    readonly history: string;
    readonly activeSince: Date;
    readonly after: number;
    readonly limit: number;
    readonly problem: Loss;
  },
): Promise<number | null> {
  const { rows } = await trx.raw<{ rows: [{ last: number | null }] }>(
    `with people as (
      select u.id, u.environment,
        coalesce(e.type = 'whitelist' and e.role = 'admin', false) or u.facebook_id = any(:adminIds) as is_admin
      from users u left join access_entries e on e.facebook_id = u.facebook_id
      where u.id > :after order by u.id limit :limit
    ), told as (
      insert into notifications (user_id, environment, kind, group_key, problem)
      select id, environment, 'system', :group, :problem::jsonb || jsonb_build_object('params',
        :problem::jsonb -> 'params' || jsonb_build_object('isForAll', is_admin))
      from people
      where (is_admin or exists (select from sessions s where s.user_id = people.id and s.last_seen_at >= :activeSince)
          or exists (select from api_tokens t where t.user_id = people.id and t.last_used_at >= :activeSince))
        and not exists (select from notifications n where n.user_id = people.id and n.group_key = :group)
    )
    select max(id)::float8 as last from people`,
    { adminIds: [...adminIds], after, limit, group: groupOf(history), problem: JSON.stringify(problem), activeSince },
  );
  return rows[0].last;
}
