import type { Knex } from 'knex';
import type { GraphPageId, PageId, PostId } from '../../contract/ids.ts';
import { ownedBy, type Owner } from '../../db/owner.ts';
import type { Doubt, Doubts, DoubtState } from '../posts/doubts.ts';
import type { Resolution } from '../posts/post.ts';
import { movingOf, removingOf } from '../posts/post-writes.sql.ts';
import { asksOwner } from '../../problems/problem.sql.ts';
import { foundLock } from './claim-moves.sql.ts';
import { LATE_AFTER_MINUTES } from './rules.ts';

interface PostRow {
  id: number;
  status: string;
  facebook_page_id: PageId | null;
  scheduled_at: Date | null;
  is_at_work: boolean;
  asks: boolean;
}
interface AttemptRow {
  id: number;
  post_id: PostId;
  state: string;
  remote_id: string | null;
  first_sent_at: Date | null;
  ended_at: Date | null;
}

const KNOWN: Readonly<Record<string, 'unsent' | 'published'>> = { publishing: 'unsent', published: 'published' };

/** Ends doubts by the word of the post's owner. Each call belongs into the transaction that began with `lock`. */
export function doubtsRepository(trx: Knex): Doubts {
  const { freePage, endAttempt } = attemptsInDoubt(trx);
  return {
    ...lockedDoubt(trx),

    async isTaken(owner: Owner, remoteId: string, postId: PostId): Promise<boolean> {
      await trx.raw(`select pg_advisory_xact_lock(${foundLock('?')})`, [remoteId]);
      const theirs = { remote_id: remoteId, environment: owner.environment };
      const { rows } = await trx.raw<{ rows: [{ is_taken: boolean }] }>('select exists(?) or exists(?) as is_taken', [
        trx('posts').where(theirs).whereNot({ id: postId }).select('id'),
        trx('deleted_posts').where(theirs).select('remote_id'),
      ]);
      return rows[0].is_taken;
    },

    async settle(
      doubt: Doubt,
      { remoteId, permalinkUrl }: { remoteId: string | null; permalinkUrl: string | null },
    ): Promise<void> {
      await movingOf(trx, doubt.owner, {
        confirmOut: {
          published_at: trx.raw('coalesce(?::timestamptz, now())', [doubt.sentAt]),
          remote_id: remoteId,
          permalink_url: permalinkUrl,
          is_late: trx.raw('coalesce(?::timestamptz > scheduled_at + make_interval(mins => ?), false)', [
            doubt.sentAt,
            LATE_AFTER_MINUTES,
          ]),
        },
      }).where({ id: doubt.postId });
      await trx('page_clock')
        .where({ facebook_page_id: doubt.facebookPageId })
        .update({
          post_id: trx.raw('nullif(post_id, ?)', [doubt.postId]),
          last_published_at: trx.raw('greatest(last_published_at, ?::timestamptz)', [doubt.sentAt]),
        });
      await endAttempt(doubt, 'published', remoteId, 'out');
    },

    async sendAgain(doubt: Doubt): Promise<void> {
      await endAttempt(doubt, 'abandoned', doubt.remoteId, 'not-out');
      await movingOf(trx, doubt.owner, { sendAgain: {} }).where({ id: doubt.postId });
      await freePage(doubt);
    },

    async forget(doubt: Doubt): Promise<void> {
      await freePage(doubt);
      await removingOf(trx, doubt.owner, 'forget').where({ id: doubt.postId });
    },
  };
}

/** The attempt and the page that a doubt holds. */
function attemptsInDoubt(trx: Knex) {
  /** A page goes on with its next post. */
  async function freePage({ facebookPageId, postId }: Doubt): Promise<void> {
    await trx('page_clock').where({ facebook_page_id: facebookPageId, post_id: postId }).update({ post_id: null });
  }

  async function endAttempt(
    { attemptId }: Doubt,
    state: 'published' | 'abandoned',
    remoteId: string | null,
    as: Resolution,
  ): Promise<void> {
    if (attemptId === null) return;
    await trx('publish_attempts')
      .where({ id: attemptId })
      .update({
        state,
        remote_id: remoteId,
        ended_at: trx.raw('coalesce(ended_at, now())'),
        updated_at: trx.fn.now(),
        resolution: trx.raw(
          `jsonb_build_object('as', ?::text, 'at', now(), 'by',
        (select jsonb_build_object('name', who ->> 'name', 'isInPlace', coalesce((who ->> 'isInPlace')::boolean, false))
          from current_actor() who where who is not null))`,
          [as],
        ),
      });
  }

  return { freePage, endAttempt };
}

function lockedDoubt(trx: Knex) {
  return {
    async lock(owner: Owner, postId: PostId): Promise<DoubtState | null> {
      const post = await ownedBy<PostRow>(trx, 'posts', owner)
        .where({ id: postId })
        .forUpdate()
        .first<PostRow | undefined>(
          'status',
          'facebook_page_id',
          'scheduled_at',
          trx.raw('lease_token is not null and lease_expires_at > now() as is_at_work'),
          trx.raw(`coalesce(${asksOwner('problem')}, false) as asks`),
        );
      if (post === undefined) return null;
      // Read after the lock is ours: a worker may have gone on to the visible call while we waited for it.
      const attempt = await trx<AttemptRow>('publish_attempts')
        .where({ post_id: postId })
        .orderBy('id', 'desc')
        .first('id', 'state', 'remote_id', 'first_sent_at', 'ended_at');
      if (post.status === 'publishing' && post.is_at_work) return 'at work';
      const isOpen = post.status === 'publishing' && attempt?.ended_at === null && attempt.first_sent_at !== null;
      const isLeftOpen = (post.status === 'missed' || post.status === 'failed') && post.asks;
      if (!isOpen && !isLeftOpen) return KNOWN[post.status] ?? 'none';
      const page =
        post.facebook_page_id === null
          ? undefined
          : await ownedBy<{ id: number; page_id: GraphPageId }>(trx, 'facebook_pages', owner)
              .where({ id: post.facebook_page_id })
              .first<{ page_id: GraphPageId } | undefined>('page_id');
      return {
        owner,
        postId,
        facebookPageId: post.facebook_page_id,
        pageId: page?.page_id ?? null,
        attemptId: attempt?.id ?? null,
        remoteId: attempt?.remote_id ?? null,
        sentAt: attempt?.first_sent_at ?? post.scheduled_at,
      };
    },
  };
}
