import type { Knex } from 'knex';
import type { PageId, PostId } from '../../contract/ids.ts';
import { ownedBy, type Owner } from '../../db/owner.ts';
import { videoOf } from '../../networks/facebook/checkpoint.sql.ts';

interface Waiting {
  id: number;
  status: string;
  facebook_page_id: PageId | null;
  is_at_work: boolean;
}
interface AttemptRow {
  id: number;
  post_id: PostId;
  remote_id: string | null;
  video_id: string | null;
  first_sent_at: Date | null;
  ended_at: Date | null;
}

/**
 * Takes a post of the owner back from the loop, which waits for its next try: nothing visible was sent yet, and nothing
 * will be.
 * It is still `publishing` afterwards, and the caller's to move or to delete in the same transaction.
 * @returns false when it is not on its way, may be out already, or a worker is at it just now
 */
export async function takeBack(trx: Knex, owner: Owner, postId: PostId): Promise<boolean> {
  // Whoever holds the row is at the post, and may be waiting for what the caller holds.
  const post = await ownedBy<Waiting>(trx, 'posts', owner)
    .where({ id: postId, status: 'publishing' })
    .forUpdate()
    .skipLocked()
    .first<Waiting | undefined>(
      'id',
      'facebook_page_id',
      trx.raw('lease_token is not null and lease_expires_at > now() as is_at_work'),
    );
  if (post === undefined || post.is_at_work) return false;
  // Read after the lock is ours: a worker may have gone on to the visible call just before that.
  const attempt = await trx<AttemptRow>('publish_attempts')
    .where({ post_id: postId })
    .whereNull('ended_at')
    .first<AttemptRow | undefined>(
      'id',
      'remote_id',
      'first_sent_at',
      trx.raw(`${videoOf('publish_attempts')} as video_id`),
    );
  if (attempt === undefined || attempt.first_sent_at !== null) return false;

  await trx('publish_attempts')
    .where({ id: attempt.id })
    .update({ state: 'abandoned', ended_at: trx.fn.now(), updated_at: trx.fn.now() });
  await trx('page_clock').where({ facebook_page_id: post.facebook_page_id, post_id: postId }).update({ post_id: null });
  const unseen = attempt.remote_id ?? attempt.video_id;
  if (unseen !== null && post.facebook_page_id !== null) {
    await trx('orphaned_uploads')
      .insert({ video_id: unseen, facebook_page_id: post.facebook_page_id })
      .onConflict()
      .ignore();
  }
  return true;
}
