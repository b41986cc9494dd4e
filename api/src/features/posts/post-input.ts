import type { PageId } from '../../contract/ids.ts';
import { networkFacts } from '../../contract/networks.ts';
import type { Owner } from '../../db/owner.ts';
import { articleType, titleAndBody, type Article } from '../../networks/fiztech/article.ts';
import type { PostFiles } from '../media/media-of-posts.ts';
import type { Place } from '../media/media.repository.ts';
import type { MediaService } from '../media/media.service.ts';
import type { SlotWithin } from '../slots/booking.ts';
import { wordsFor } from './missing-words.ts';
import { invalid, type PostPreconditions } from './post-preconditions.ts';
import type { Post } from './post.ts';
import type { Placement } from '../../contract/stories.ts';

export interface PostInput {
  /** Empty for a story. */
  readonly content: string;
  /** Left out, it is shown among the page's posts. */
  readonly placement?: Placement;
  readonly contentType: string;
  readonly tone: string | null;
  readonly keywords: string | null;
  readonly isAiGenerated: boolean;
  /** The call to the AI that wrote it, where one did. */
  readonly aiCallId: number | null;
  readonly status: 'draft' | 'scheduled' | 'published';
  readonly scheduledAt: Date | null;
  /** In the place of a time: the page's first free slot within this. */
  readonly nextSlot?: SlotWithin;
  readonly facebookPageId: PageId | null;
  readonly target: Post['target'];
  /** For the tech site; left out, the text is taken for one: its first line for the title, the rest for the body. */
  readonly article?: Article;
  /** Given by the Media Center, which has words of its own for what is missing. */
  readonly media?: MediaInput;
}

export interface MediaInput {
  readonly type: Post['mediaType'];
  /** null: none. */
  readonly files: PostFiles | null;
}

/** Reads from what was given for a new post where it goes and which files it takes along. */
export function postInputs({ media, preconditions }: { media: MediaService; preconditions: PostPreconditions }) {
  /**
   * The files of a post, checked for what it is, where it has any. A post that comes to nothing leaves them to the
   * sweep.
   */
  async function filesOf(
    owner: Owner,
    { media: given, target, placement }: PostInput,
  ): Promise<readonly Place[] | null> {
    if (given === undefined || given.type === 'text') {
      if (given?.files) throw invalid('mediaType', 'A text post has no media file. Choose image, video or reel.');
      return null;
    }
    const { form, place } = networkFacts(target);
    if (form === 'article') throw invalid('mediaType', `Posts for ${place} have no media file.`);
    if (!given.files) throw invalid('mediaData', 'Please select a media file');
    const places = await media.forNewPost(owner, given.type, given.files);
    if (placement === 'story') await media.checkForStory(owner, places);
    return places;
  }

  /** Where a new post goes: to a page, or as an article to a site of its own. */
  async function placeOf(
    owner: Owner,
    input: PostInput,
  ): Promise<{ facebookPageId: PageId | null; article: Article | null }> {
    if (networkFacts(input.target).form === 'article') {
      return {
        facebookPageId: null,
        article: input.article ?? { type: articleType(input.contentType), ...titleAndBody(input.content) },
      };
    }
    if (input.facebookPageId === null) {
      throw invalid('facebookPageId', wordsFor(input).noPage(input.status));
    }
    await preconditions.needPage(owner, input.facebookPageId);
    return { facebookPageId: input.facebookPageId, article: null };
  }

  return { filesOf, placeOf };
}
