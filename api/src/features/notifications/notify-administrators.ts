import type { Knex } from 'knex';
import type { PostProblem } from '../posts/post.ts';

/**
 * Tells every administrator who has ever logged in, in each environment. What is unread of the same code is renewed.
 * @param adminIds people who are always administrators
 */
export async function notifyAdministrators(db: Knex, adminIds: readonly string[], problem: PostProblem): Promise<void> {
  await db.raw(`
    insert into notifications (user_id, environment, kind, group_key, problem)
    select u.id, u.environment, 'system', ?, ?::jsonb from users u left join access_entries e on e.facebook_id = u.facebook_id
    where (e.type = 'whitelist' and e.role = 'admin') or u.facebook_id = any(?)
    on conflict (user_id, environment, group_key) where read_at is null do update set problem = excluded.problem, updated_at = now()`,
  [`system:${problem.code}`, JSON.stringify(problem), [...adminIds]]);
}
