import type { Environment } from '../../contract/common.ts';
import type { PageId, PostId, UserId } from '../../contract/ids.ts';
import type { RejectionKind } from '../../contract/rejections.ts';
import type { MediaFile } from '../media/media.repository.ts';
import type { Post, PostStatus } from '../posts/post.ts';
import type { Trust, WaitReason } from './trust.ts';

export type StoredState = 'waiting' | 'approved' | 'rejected' | 'withdrawn' | 'expired';

/** What is proposed: all that an approval is about. */
export interface Version {
  readonly content: string;
  readonly facebookPageId: PageId;
  readonly pageName: string | null;
  readonly mediaType: Post['mediaType'];
  readonly placement: Post['placement'];
  readonly scheduledAt: string | null;
  readonly media: readonly { readonly sha256: string; readonly altText: string | null }[];
}

/** A post or a proposal. */
export interface Reference {
  readonly kind: 'post' | 'proposal';
  readonly id: number;
}

/** Another post that it may be. */
export interface Similar extends Reference {
  readonly content: string;
  readonly at: string;
  readonly isSame: boolean;
}

/** A post that somebody would like to be published, and what became of it. */
export interface Proposal {
  readonly id: number;
  /** Whose page it is for. */
  readonly userId: UserId;
  readonly environment: Environment;
  readonly authorId: UserId;
  /** Whoever proposed it may no longer do so: nobody approves it. */
  readonly isAuthorGone: boolean;
  readonly facebookPageId: PageId;
  readonly pageName: string | null;
  readonly state: StoredState;
  readonly content: string;
  readonly contentType: string;
  readonly isAiGenerated: boolean;
  readonly mediaType: Post['mediaType'];
  readonly placement: Post['placement'];
  readonly media: readonly MediaFile[];
  readonly scheduledAt: Date | null;
  readonly contentHash: string;
  readonly intentHash: string;
  readonly similar: Similar | null;
  /** All that it was like when somebody was last told what it is like. */
  readonly alike: readonly Reference[];
  readonly reasons: readonly WaitReason[];
  readonly note: string | null;
  readonly personName: string;
  readonly tokenId: number | null;
  readonly tokenName: string | null;
  readonly decidedAt: Date | null;
  /** null: nobody has, or it was accepted by what its token may do by itself. */
  readonly decidedBy: string | null;
  readonly decisionReason: string | null;
  /** Of one that was rejected. */
  readonly decisionKind: RejectionKind | null;
  readonly trust: Trust | null;
  readonly former: Version | null;
  readonly postId: PostId | null;
  readonly postStatus: PostStatus | null;
  readonly postScheduledAt: Date | null;
  readonly publishedAt: Date | null;
  readonly permalinkUrl: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** The database's time when it was read. */
  readonly readAt: Date;
}

/** The version that a proposal has now. */
export function versionOf(
  of: Pick<Proposal, 'content' | 'facebookPageId' | 'pageName' | 'mediaType' | 'placement' | 'scheduledAt'>,
  media: readonly Pick<MediaFile, 'sha256' | 'altText'>[],
): Version {
  return {
    content: of.content,
    facebookPageId: of.facebookPageId,
    pageName: of.pageName,
    mediaType: of.mediaType,
    placement: of.placement,
    scheduledAt: of.scheduledAt?.toISOString() ?? null,
    media: media.map(({ sha256, altText }) => ({ sha256, altText })),
  };
}

const PARTS = [
  ['content', 'text'],
  ['facebookPageId', 'page'],
  ['scheduledAt', 'time'],
  ['media', 'media'],
  ['mediaType', 'media'],
  ['placement', 'place'],
] as const;

/** What is not as it was, each once. */
export function changedParts(before: Version, after: Version): string[] {
  const changed = PARTS.filter(([field]) => JSON.stringify(before[field]) !== JSON.stringify(after[field]));
  return [...new Set(changed.map(([, name]) => name))];
}
