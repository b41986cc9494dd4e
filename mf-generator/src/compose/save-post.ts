import { createPost, publishPost, updatePost, type Post } from '@pagecast/api/contract';
import { callApi, mediaOfImages, statusOf } from '@pagecast/shell/kit';
import type { Draft } from '../drafts/draft.ts';
import type { PostBody } from './read-draft.ts';

/**
 * Publishes or schedules a draft. A post whose publishing failed is kept by the server; the next try changes and sends
 * that one, because a second post with the same text could end up on the page beside the first.
 * @param failedPostId the post of the last try, null when there was none
 * @param images undefined where none was ever chosen: then the post has none either
 * @throws ApiError; see `keptPostId`
 */
export async function savePost(body: PostBody, failedPostId: number | null, images: Draft['images']): Promise<Post> {
  if (failedPostId === null) return callApi(createPost, { body });
  const { content, contentType, tone, keywords, facebookPageId, scheduledAt, nextSlot, status } = body;
  const params = { id: failedPostId };
  const changes = {
    content,
    contentType,
    tone,
    keywords,
    // Those that were taken out since are not published with it.
    ...(images !== undefined && { media: mediaOfImages(images) }),
    ...(facebookPageId != null && { facebookPageId }),
    ...(status === 'scheduled' && (nextSlot === undefined ? { scheduledAt } : { nextSlot })),
  };
  try {
    const changed = await callApi(updatePost, { params, body: changes });
    return status === 'scheduled' ? changed : await callApi(publishPost, { params, body: { pageId: facebookPageId } });
  } catch (error) {
    // Deleted meanwhile: then this is a first try again.
    if (statusOf(error) === 404) return callApi(createPost, { body });
    throw error;
  }
}
