import type { Knex } from 'knex';
import type { PostId } from '../../contract/ids.ts';
import { networkFacts } from '../../contract/networks.ts';
import type { Owner } from '../../db/owner.ts';
import { InvalidInputError } from '../../http/errors.ts';
import type { Place } from '../media/media.repository.ts';
import type { MediaService } from '../media/media.service.ts';
import type { HeldByLoop } from './held-by-loop.ts';
import { postActorsRepository } from './post-actors.repository.ts';
import { invalid } from './post-preconditions.ts';
import type { Post } from './post.ts';
import { needStoryKind } from './stories.ts';

/** What posts are to have in the place of their files. */
export interface NewFiles {
  readonly mediaType: Post['mediaType'];
  readonly places: readonly Place[];
}

interface Deps {
  readonly media: Pick<MediaService, 'replaceOfMany'>;
  readonly forgetAhead: HeldByLoop['forgetAhead'];
}

/** null where nothing is said of files: they stay. */
export function newFilesIn({
  media,
  mediaType,
}: {
  media?: readonly Place[] | undefined;
  mediaType?: Post['mediaType'] | undefined;
}): NewFiles | null {
  if (media !== undefined) return { mediaType: mediaType ?? (media.length === 0 ? 'text' : 'image'), places: media };
  if (mediaType === undefined) return null;
  throw InvalidInputError.of([{ path: 'mediaType', message: 'Say which files too, in media.' }]);
}

/** @throws InvalidInputError for files that a post cannot have */
export async function checkFiles(
  media: Pick<MediaService, 'forNewPost' | 'checkForStory'>,
  owner: Owner,
  { mediaType, places }: NewFiles,
  placement: Post['placement'] = 'feed',
): Promise<void> {
  if (placement === 'story') needStoryKind(mediaType);
  if (mediaType === 'text') {
    if (places.length > 0) throw new InvalidInputError('A text post has no media file. Choose image, video or reel.');
    return;
  }
  if (places.length === 0) throw new InvalidInputError('Please select a media file');
  await media.forNewPost(owner, mediaType, places);
  if (placement === 'story') await media.checkForStory(owner, places);
}

/** @throws InvalidInputError where a post goes to has no files */
export function needFilesTaken(target: Post['target']): void {
  const { form, place } = networkFacts(target);
  if (form === 'article') throw invalid('media', `Posts for ${place} have no media file.`);
}

/**
 * Gives posts other files than they had, in the transaction that has changed them: whoever brings them out waits for
 * its end. @returns hashes of those before, whose bytes may be needed no more
 */
export async function giveFiles(
  { media, forgetAhead }: Deps,
  trx: Knex,
  owner: Owner,
  { places }: NewFiles,
  postIds: readonly PostId[],
): Promise<readonly string[]> {
  if (postIds.length === 0) return [];
  await forgetAhead(trx, postIds);
  await postActorsRepository(trx).noteFiles(postIds);
  return media.replaceOfMany(trx, owner, { places, postIds });
}
