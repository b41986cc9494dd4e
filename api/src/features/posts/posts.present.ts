import { mediaUrl } from '../../contract/media.ts';
import { networkFacts } from '../../contract/networks.ts';
import type * as contract from '../../contract/posts.ts';
import type { CalendarPost } from '../../contract/waiting-posts.ts';
import type { PlannedEntry } from './planned.sql.ts';
import { presentProblem } from '../../problems/present-problem.ts';
import { uploadWords } from '../../problems/readers-words.ts';
import { shareOf } from '../../problems/upload-share.ts';
import type { Post } from './post.ts';
import { storyEndsAt } from './stories.ts';

export function present(post: Post): contract.Post {
  return {
    id: post.id,
    content: post.content,
    contentType: post.contentType,
    tone: post.tone,
    keywords: post.keywords,
    isAiGenerated: post.isAiGenerated,
    status: post.status,
    scheduledAt: post.scheduledAt?.toISOString() ?? null,
    publishedAt: post.publishedAt?.toISOString() ?? null,
    publishNowAt: post.publishNowAt?.toISOString() ?? null,
    facebookPageId: post.facebookPageId,
    pageName: post.pageName,
    // The id at another network is nothing that Facebook knows.
    facebookPostId: networkFacts(post.target).hasPages ? post.remoteId : null,
    permalinkUrl: post.permalinkUrl,
    publishPlatform: post.target,
    mediaData: post.media[0] === undefined ? null : mediaUrl(post.media[0].id),
    mediaType: post.mediaType,
    isReel: post.mediaType === 'reel',
    placement: post.placement,
    storyEndsAt: storyEndsAt(post)?.toISOString() ?? null,
    media: post.media.map((file) => ({ ...file })),
    isLate: post.isLate,
    problem: post.problem === null ? null : presentProblem(post.problem, { now: post.readAt }),
    upload: post.upload === null ? null : { message: uploadWords(post.upload), share: shareOf(post.upload) },
    compositionId: post.compositionId,
    recurrenceId: post.recurrenceId,
    createdAt: post.createdAt.toISOString(),
  };
}

/** Written out: of these there are thousands in an answer. */
export function presentPlanned(entry: PlannedEntry): Omit<CalendarPost, 'matches'> {
  return {
    id: entry.id,
    excerpt: entry.excerpt,
    status: entry.status,
    scheduledAt: entry.scheduledAt,
    publishNowAt: entry.publishNowAt,
    facebookPageId: entry.facebookPageId,
    pageName: entry.pageName,
    publishPlatform: entry.target,
    mediaType: entry.mediaType,
    placement: entry.placement === 'feed' ? undefined : entry.placement,
    hasProblem: entry.hasProblem,
  };
}
