import type { Environment } from '../../contract/common.ts';
import type { PublishPlatform } from '../../contract/networks.ts';

export type PostStatus = 'draft' | 'scheduled' | 'publishing' | 'published' | 'failed' | 'missed';

/** What a post waits on, or why it did not go out, in words for its owner. */
export interface PostProblem {
  readonly code: string;
  readonly message: string;
  readonly action: string | null;
  /** The post that stands in the way of this one. */
  readonly postId?: number;
  /** Of 1, while its files are on their way. */
  readonly share?: number;
  /** What Facebook answered, for support. */
  readonly facebook?: { readonly code: number; readonly subcode: number | null; readonly traceId: string | null };
}

/** How its owner ends a doubt about a post that may be out. */
export type Resolution = 'out' | 'not-out' | 'forget';

/** How far the files of a post are on their way to Facebook: in words for its owner, and of 1. */
export interface PostUpload {
  readonly message: string;
  readonly share: number;
}

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
  readonly id: number;
  readonly userId: number;
  readonly environment: Environment;
  readonly target: PublishPlatform;
  /** Our row of the page; null for the tech site. */
  readonly facebookPageId: number | null;
  readonly pageName: string | null;
  readonly content: string;
  readonly contentType: string;
  readonly tone: string | null;
  readonly keywords: string | null;
  readonly isAiGenerated: boolean;
  readonly mediaType: 'text' | 'image' | 'video' | 'reel';
  /** In order. */
  readonly media: readonly PostMedia[];
  readonly status: PostStatus;
  readonly scheduledAt: Date | null;
  readonly publishedAt: Date | null;
  readonly isLate: boolean;
  /** Facebook's id of the published post. */
  readonly remoteId: string | null;
  readonly permalinkUrl: string | null;
  readonly problem: PostProblem | null;
  readonly upload: PostUpload | null;
  readonly createdAt: Date;
}
