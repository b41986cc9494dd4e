import type { Knex } from 'knex';
import { wireCode } from '../../problems/present-problem.ts';
import { CODE, type Problem } from '../../problems/problem.ts';

/**
 * Tells every administrator who has ever logged in, in each environment. What is unread of the same code is renewed,
 * and where it is about one of several things, of the same thing.
 * @param adminIds people who are always administrators
 * @param unlessSince whoever was told of the same code since then is not told again
 */
export async function notifyAdministrators(
  db: Knex,
  adminIds: readonly string[],
  problem: Problem,
  unlessSince: Date | null = null,
): Promise<void> {
  const group = ['system', wireCode(problem), ...aboutWhat(problem)].join(':');
  await db.raw(
    `
    insert into notifications (user_id, environment, kind, group_key, problem)
    select u.id, u.environment, 'system', ?, ?::jsonb from users u
      left join access_entries e on e.facebook_id = u.facebook_id
    where ((e.type = 'whitelist' and e.role = 'admin') or u.facebook_id = any(?))
      and not exists (select from notifications n where n.user_id = u.id and n.group_key = ?
        and n.updated_at >= ?::timestamptz)
    on conflict (user_id, environment, group_key) where read_at is null
      do update set problem = excluded.problem, updated_at = now()`,
    [group, JSON.stringify(problem), [...adminIds], group, unlessSince],
  );
}

/** One area taken back says nothing of another. */
function aboutWhat(problem: Problem): string[] {
  return problem.code === CODE.takenBack ? [problem.params.area] : [];
}
