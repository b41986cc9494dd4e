import type { Owner } from '../../db/owner.ts';
import type { GraphPageId, PageId, PostId } from '../../contract/ids.ts';

/** A post of which nobody can tell whether it is out. */
export interface Doubt {
  readonly owner: Owner;
  readonly postId: PostId;
  readonly facebookPageId: PageId | null;
  /** Facebook's id of that page. */
  readonly pageId: GraphPageId | null;
  readonly attemptId: number | null;
  /** The object that was about to be shown, where the mode makes one. */
  readonly remoteId: string | null;
  /** When it may have gone out. */
  readonly sentAt: Date | null;
}

/**
 * - `at work`: a worker is at it just now; - `unsent`: nothing visible was sent yet; - `published`, `none`: it is known
 * how it stands with it.
 */
export type DoubtState = Doubt | 'at work' | 'unsent' | 'published' | 'none';

/** Ends doubts by the word of the post's owner. Each call belongs into the transaction that began with `lock`. */
export interface Doubts {
  /**
   * Locks a post of the owner until the transaction ends, and says what is to be decided about it. Null when it is not
   * theirs.
   */
  lock(owner: Owner, postId: PostId): Promise<DoubtState | null>;
  /**
   * Whether another post, of whichever account, is this object of Facebook's, or was until it was deleted here.
   * Until the transaction ends, the loop makes none of it.
   */
  isTaken(owner: Owner, remoteId: string, postId: PostId): Promise<boolean>;
  /** It is out, since the time at which it was sent. */
  settle(doubt: Doubt, found: { remoteId: string | null; permalinkUrl: string | null }): Promise<void>;
  /** It is not out, and is due again right now. */
  sendAgain(doubt: Doubt): Promise<void>;
  /** Nothing more is done about it. Its files are the caller's to remove. */
  forget(doubt: Doubt): Promise<void>;
}
