import type { Environment } from '../../contract/common.ts';
import type { PageId, PostId, UserId } from '../../contract/ids.ts';
import type { PublishPlatform } from '../../contract/networks.ts';
import type { StoredUpload } from '../../contract/problems.ts';
import type { Placement } from '../../contract/stories.ts';
import type { Problem } from '../../problems/problem.ts';

export type PostStatus = 'draft' | 'scheduled' | 'publishing' | 'published' | 'failed' | 'missed';

/** How its owner ends a doubt about a post that may be out. */
export type Resolution = 'out' | 'not-out' | 'forget';

/** A file of a post. */
export interface PostMedia {
  readonly id: number;
  readonly mimeType: string;
  readonly bytes: number;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationSeconds: number | null;
  readonly altText: string | null;
}

/** One piece of content for one target. */
export interface Post {
  readonly id: PostId;
  readonly userId: UserId;
  readonly environment: Environment;
  readonly target: PublishPlatform;
  /** Our row of the page; null for the tech site. */
  readonly facebookPageId: PageId | null;
  readonly pageName: string | null;
  readonly content: string;
  readonly contentType: string;
  readonly tone: string | null;
  readonly keywords: string | null;
  readonly isAiGenerated: boolean;
  /** Where it is shown on its page. */
  readonly placement: Placement;
  readonly mediaType: 'text' | 'image' | 'video' | 'reel';
  /** In order. */
  readonly media: readonly PostMedia[];
  readonly status: PostStatus;
  readonly scheduledAt: Date | null;
  readonly publishedAt: Date | null;
  /** Asked for a moment ago: it goes out then, unless that is taken back before. */
  readonly publishNowAt: Date | null;
  /** Asked for right now, and not on its way yet. */
  readonly isAskedForNow: boolean;
  readonly isLate: boolean;
  /** Facebook's id of the published post. */
  readonly remoteId: string | null;
  readonly permalinkUrl: string | null;
  readonly problem: Problem | null;
  /** How far its files are on their way. */
  readonly upload: StoredUpload | null;
  /** One text for several pages: that of all of them. */
  readonly compositionId: number | null;
  /** The rule that made it, while it waits for its time. */
  readonly recurrenceId: number | null;
  readonly createdAt: Date;
  /** The database's time when it was read. */
  readonly readAt: Date;
}
