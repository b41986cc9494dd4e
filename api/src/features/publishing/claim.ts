import type { PageId, PostId, UserId } from '../../contract/ids.ts';
import type { Environment } from '../../contract/common.ts';
import { clockFrom, type Clock } from '../../db/clock.ts';
import type { Post } from '../posts/post.ts';
import { textMark } from '../../networks/text-mark.ts';
import type { Checkpoint, OutgoingArticle } from '../../networks/target.ts';

/** A visible call that was made for a post, in this attempt or in one before it. */
export interface Send {
  readonly attemptId: number;
  /** What it shows was not there before. */
  readonly since: Date;
  readonly sentAt: Date;
  readonly remoteId: string | null;
  readonly checkpoint: Checkpoint;
  /** Null for one of before texts were marked. */
  readonly textMark: string | null;
  /** Nobody has seen that it is not out. */
  readonly mayBeOut: boolean;
}

/** A post that this process may bring to its end, as long as the lease holds. */
export interface Claim {
  readonly postId: PostId;
  readonly leaseToken: string;
  readonly userId: UserId;
  readonly environment: Environment;
  readonly target: Post['target'];
  readonly mediaType: Post['mediaType'];
  readonly placement: Post['placement'];
  readonly facebookPageId: PageId | null;
  readonly content: string;
  readonly article: OutgoingArticle | null;
  readonly createdAt: Date;
  readonly scheduledAt: Date;
  readonly publishNow: boolean;
  /** The database's time, as it goes on since the claim; never ahead of it. */
  readonly now: Clock;
  /** The owner as the access list has them at this moment. */
  readonly owner: { readonly facebookId: string; readonly access: 'whitelist' | 'blacklist' | null };
  /** A time that this database knows nothing of, while the post stood in it: it may have gone out then. */
  readonly forgotten: {
    readonly since: Date;
    readonly until: Date;
    /** What was committed then may be gone, and somebody may have asked for it again since. */
    readonly isLoss: boolean;
  } | null;
  /** Every visible call for it, of all attempts, the first one first. */
  readonly sends: readonly Send[];
  /** Its owner has looked since the attempt before this one, and it is not out. */
  readonly isToldNotOut: boolean;
  /** Processes that died while they were at it. */
  readonly deaths: number;
  readonly attempt: {
    readonly id: number;
    readonly state: 'started' | 'created' | 'sending' | 'processing' | 'unclear';
    readonly remoteId: string | null;
    readonly checkpoint: Checkpoint;
    readonly sentAt: Date | null;
    /**
     * Since the end of the time in which an answer was waited for, by the database's clock at the claim; null before
     * any call.
     */
    readonly msSinceDeadline: number | null;
    readonly cleanAbsences: number;
    /** Since the first clean poll that did not find it; null before that. */
    readonly msAbsent: number | null;
    /** Facebook called a repeat a duplicate: from then on, not to be found proves nothing. */
    readonly saidDuplicate: boolean;
    readonly searchedUntil: Date | null;
    readonly tries: number;
  };
}

/** Of all the texts that may have been sent of it. */
export function textMarksOf({ content, sends }: Claim): string[] {
  return [...new Set([textMark(content), ...sends.flatMap((send) => send.textMark ?? [])])];
}

export interface ClaimRow {
  id: PostId;
  lease_token: string;
  user_id: UserId;
  environment: Environment;
  target: Claim['target'];
  media_type: Claim['mediaType'];
  placement: Claim['placement'];
  facebook_page_id: PageId | null;
  content: string;
  article: OutgoingArticle | null;
  created_at: Date;
  scheduled_at: Date;
  publish_now: boolean;
  claimed_at: Date;
  owner_facebook_id: string;
  owner_access: Claim['owner']['access'];
  forgotten_since: Date | null;
  forgotten_until: Date | null;
  forgotten_is_loss: boolean | null;
  is_told_not_out: boolean;
  deaths: number;
  attempt_id: number;
  attempt_state: Claim['attempt']['state'];
  attempt_remote_id: string | null;
  checkpoint: Checkpoint;
  sent_at: Date | null;
  ms_since_deadline: number | null;
  clean_absences: number;
  ms_absent: number | null;
  said_duplicate: boolean;
  searched_until: Date | null;
  /** Instants as JSON has them. */
  sends: readonly (Omit<Send, 'since' | 'sentAt'> & { readonly since: string; readonly sentAt: string })[];
  tries: number;
}

/** @param row as it has just come */
export function toClaim(row: ClaimRow): Claim {
  return {
    postId: row.id,
    leaseToken: row.lease_token,
    userId: row.user_id,
    environment: row.environment,
    target: row.target,
    mediaType: row.media_type,
    placement: row.placement,
    facebookPageId: row.facebook_page_id,
    content: row.content,
    article: row.article,
    createdAt: row.created_at,
    scheduledAt: row.scheduled_at,
    publishNow: row.publish_now,
    // What the claim waited for, such as a connection, is no time that has passed since.
    now: clockFrom(row.claimed_at, performance.now()),
    owner: { facebookId: row.owner_facebook_id, access: row.owner_access },
    sends: row.sends.map((send) => ({ ...send, since: new Date(send.since), sentAt: new Date(send.sentAt) })),
    isToldNotOut: row.is_told_not_out,
    forgotten:
      row.forgotten_since === null || row.forgotten_until === null
        ? null
        : { since: row.forgotten_since, until: row.forgotten_until, isLoss: row.forgotten_is_loss === true },
    deaths: row.deaths,
    attempt: {
      id: row.attempt_id,
      state: row.attempt_state,
      remoteId: row.attempt_remote_id,
      checkpoint: row.checkpoint,
      sentAt: row.sent_at,
      msSinceDeadline: row.ms_since_deadline,
      cleanAbsences: row.clean_absences,
      msAbsent: row.ms_absent,
      saidDuplicate: row.said_duplicate,
      searchedUntil: row.searched_until,
      tries: row.tries,
    },
  };
}
