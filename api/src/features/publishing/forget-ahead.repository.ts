import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';

/**
 * Files of these posts that are at Facebook already, or on their way there, are no longer theirs: in the transaction
 * that gives the posts others. Whoever is bringing them there finds that it is another try by now, and stops.
 */
export async function forgetAhead(trx: Knex, postIds: readonly PostId[]): Promise<void> {
  await trx('uploads_ahead')
    .whereIn('post_id', [...postIds])
    .update({
      checkpoint: '{}',
      // As if it lay on another page: what a process of an older version notes after this is not gone on with.
      facebook_page_id: null,
      done_at: null,
      progress: null,
      unended: 0,
      tries: trx.raw('tries + 1'),
      lease_until: trx.fn.now(),
    });
}
