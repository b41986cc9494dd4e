import * as z from 'zod';
import { GraphId } from '../../facebook/graph-id.ts';
import type { GraphClient } from '../../facebook/graph-client.ts';
import type { Checkpoint, OutgoingToPage, SentSoFar, SaveCheckpoint } from '../target.ts';
import { fileOf, checkpointFor, transfer } from './upload.ts';
import { photoIdsIn } from './checkpoint.ts';

/** Facebook forgets photos that belong to no post after about a day; long before that they are sent anew. */
const PHOTOS_KEEP_MS = 12 * 3_600_000;

/** Brings photos there unseen, one after the other, going on after the last one noted. */
export function photoUpload(graph: GraphClient) {
  /** The ids of all photos, going on after the last one noted. */
  async function upload(post: OutgoingToPage, kept: Checkpoint, save: SaveCheckpoint): Promise<string[] | 'lost'> {
    let checkpoint = usable(checkpointFor(post, kept), post);
    const photoIds = [...photoIdsIn(checkpoint)];
    for (const media of post.media.slice(photoIds.length)) {
      const source = await fileOf(media);
      const photo = await transfer(
        checkpoint,
        save,
        (signal) =>
          graph.upload({
            path: `${post.page.pageId}/photos`,
            params: { published: false, alt_text_custom: media.altText ?? undefined },
            files: { source },
            token: post.page.token,
            app: post.page.app,
            answer: Created,
            signal,
          }),
        { soFar: () => sentOf(post, photoIds.length) },
      );
      if (photo === 'lost') return 'lost';
      photoIds.push(photo.id);
      checkpoint = {
        page: post.page.pageId,
        since: checkpoint['since'] ?? post.now().getTime(),
        photoIds: [...photoIds],
      };
      if (!(await save(checkpoint, sentOf(post, photoIds.length)))) return 'lost';
    }
    return photoIds;
  }

  return { upload };
}

function sentOf({ media }: OutgoingToPage, photos: number): SentSoFar {
  const bytes = (files: OutgoingToPage['media']) => files.reduce((sum, file) => sum + file.bytes, 0);
  return { sent: bytes(media.slice(0, photos)), total: bytes(media) };
}

function usable(checkpoint: Checkpoint, { page, now }: OutgoingToPage): Checkpoint {
  const isStale = typeof checkpoint['since'] === 'number' && now().getTime() - checkpoint['since'] > PHOTOS_KEEP_MS;
  return isStale || checkpoint['isPostAskedFor'] === true ? { page: page.pageId } : checkpoint;
}

export const Created = z.object({ id: GraphId });
