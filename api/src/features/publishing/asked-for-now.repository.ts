import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import { isEditable } from '../posts/post-states.ts';

interface PostRow {
  id: PostId;
  status: string;
  problem: object | null;
  publish_now: boolean;
  publish_now_at: Date | null;
}

/** Whether a post that was asked for right now may still go out, so that its caller should wait for it. */
export async function isStillAwaited(db: Knex, postId: PostId): Promise<boolean> {
  const row = await db<PostRow>('posts')
    .where({ id: postId })
    .first('status', 'problem', 'publish_now', 'publish_now_at');
  if (row?.publish_now_at != null && isEditable(row.status)) return true;
  if (row?.status === 'scheduled') return row.publish_now && row.problem === null;
  return row?.status === 'publishing';
}
