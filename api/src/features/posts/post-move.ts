import type { PostStatus } from './post.ts';

/** Who may make a move, and by what its statement is fenced. */
export type Mover =
  /** The person whose post it is: by user and environment. */
  | 'owner'
  /** The process that brings it out: by its lease, $1 and $2. Who lost it changes nothing. */
  | 'worker'
  /** Any process that runs the loop, or knows how it stands with a page. */
  | 'loop'
  /** What makes posts by itself: those of which nobody picked the time. */
  | 'automation';

/** A move leaves this as it is. */
export const KEPT = '(kept)';
/** Whoever makes the move gives this. */
export const GIVEN = '(given)';

/** What a move makes of a post: of each column an SQL expression, or that it is kept or given. None may be left out. */
interface Sets {
  readonly scheduled_at: string;
  readonly is_automatic: string;
  readonly publish_now: string;
  /**
   * When the loop begins with it because its owner asked, a moment ago; and who asked. Until then it stays what it is.
   */
  readonly publish_now_at: string;
  readonly publish_now_by: string;
  readonly is_held: string;
  readonly wait_until: string;
  readonly problem: string;
  readonly lease_token: string;
  readonly lease_owner: string;
  readonly lease_expires_at: string;
  readonly updated_at: string;
  /** What came of it. Only who settles a post as published knows. */
  readonly published_at?: typeof GIVEN | 'now()';
  readonly is_late?: typeof GIVEN;
  readonly remote_id?: typeof GIVEN;
  readonly permalink_url?: typeof GIVEN;
}

export interface Move {
  readonly by: Mover;
  readonly from: readonly PostStatus[];
  /** One status, KEPT, or GIVEN. */
  readonly to: PostStatus | typeof KEPT | typeof GIVEN;
  readonly sets: Sets;
}
