import type { Knex } from 'knex';
import type { PostId, UserId } from '../../contract/ids.ts';
import { postActorsRepository } from '../posts/post-actors.repository.ts';

/** Proposals on the pages of others that they wrote, or let through, or may have decided about. */
const THEIRS = `
  select pr.id, pr.post_id, pr.author_id, u.name, u.facebook_id from users u join proposals pr on pr.user_id <> u.id
    and pr.environment = u.environment
  where u.id = :userId and (pr.author_id = u.id or pr.decided_by = u.name and (
    exists (select from page_members m where m.facebook_page_id = pr.facebook_page_id and m.member_id = u.id)
    or exists (select from post_events e where e.post_id = pr.post_id and e.actor_facebook_id = u.facebook_id)))`;

/** Takes the name of somebody whose account ends out of what they proposed and decided for others. */
export async function forgetMember(
  trx: Knex,
  userId: UserId,
  gone: { readonly id: string; readonly name: string },
): Promise<void> {
  const { rows } = await trx.raw<{ rows: { post_id: PostId | null; facebook_id: string }[] }>(
    `with theirs as materialized (${THEIRS}), events as (
      update proposal_events e set person_name = :name from theirs t
      where e.proposal_id = t.id and e.person_name = t.name
    )
    update proposals pr set
      person_name = case when t.author_id = :userId then :name else pr.person_name end,
      decided_by = case when pr.decided_by = t.name then :name else pr.decided_by end
    from theirs t where pr.id = t.id returning pr.post_id, t.facebook_id`,
    { userId, name: gone.name },
  );
  const [first] = rows;
  if (first === undefined) return;
  const postIds = rows.flatMap(({ post_id: id }) => (id === null ? [] : [id]));
  await postActorsRepository(trx).forget(first.facebook_id, gone, postIds);
}
