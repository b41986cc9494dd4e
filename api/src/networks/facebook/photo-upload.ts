import * as z from 'zod';
import { GraphId } from '../../facebook/graph-id.ts';
import type { GraphClient } from '../../facebook/graph-client.ts';
import { GraphError, GraphTransportError } from '../../facebook/graph-errors.ts';
import type { Photos } from '../network.ts';
import type { Checkpoint, OutgoingMedia, OutgoingToPage, SentSoFar, SaveCheckpoint } from '../target.ts';
import { fileOf, checkpointFor, transfer, unreadable } from './upload.ts';
import { photoIdsIn } from './checkpoint.ts';

/** Facebook forgets photos that belong to no post after about a day; long before that they are sent anew. */
const PHOTOS_KEEP_MS = 12 * 3_600_000;
/** Its text names the size; it is the same for a photo of a wrong form. */
const PHOTO_REFUSED = 1366046;
/**
 * Whether a large photo is taken shows when it is sent. That is tried once: this is noted before, and stays with the
 * post unless it is taken, so that neither a refusal, nor a crash, nor another attempt sends the same bytes again.
 */
const LARGE_TRIED = 'isLargeTried';

/** Brings photos there unseen, one after the other, going on after the last one noted. */
export function photoUpload(graph: GraphClient, { limitBytes, sureBytes, drawSure }: Photos) {
  const send = (post: OutgoingToPage, { altText }: OutgoingMedia, source: Blob, signal: AbortSignal) =>
    graph.upload({
      path: `${post.page.pageId}/photos`,
      params: { published: false, alt_text_custom: altText ?? undefined },
      files: { source },
      token: post.page.token,
      app: post.page.app,
      answer: Created,
      signal,
    });

  /** @throws Failure */
  async function smallOf(media: OutgoingMedia): Promise<Blob> {
    const small = await media.asFile(drawSure).catch((error: unknown) => {
      throw new GraphTransportError('The photo could not be drawn smaller at the moment', null, { cause: error });
    });
    if (small === null) throw unreadable();
    return small;
  }

  /**
   * Sends one photo; a large one again, but smaller, where it is refused.
   * @returns its id, and whether large ones are still worth a try
   */
  async function uploadOne(post: OutgoingToPage, media: OutgoingMedia, checkpoint: Checkpoint, save: SaveCheckpoint) {
    const soFar = () => sentOf(post, photoIdsIn(checkpoint).length);
    const source = await fileOf(media);
    if (media.bytes <= sureBytes)
      return sent(
        await transfer(checkpoint, save, (signal) => send(post, media, source, signal), { soFar }),
        checkpoint,
      );
    const tried = { ...checkpoint, [LARGE_TRIED]: true };
    if (media.bytes <= limitBytes && checkpoint[LARGE_TRIED] !== true) {
      if (!(await save(tried, soFar()))) return 'lost';
      try {
        return sent(await transfer(tried, save, (signal) => send(post, media, source, signal), { soFar }), checkpoint);
      } catch (error) {
        if (!(error instanceof GraphError) || error.details.code !== PHOTO_REFUSED) throw error;
      }
    }
    const sendSmall = async (signal: AbortSignal) => send(post, media, await smallOf(media), signal);
    return sent(await transfer(tried, save, sendSmall, { soFar }), tried);
  }

  /** @returns what is noted of them all, going on after the last one noted */
  async function upload(post: OutgoingToPage, kept: Checkpoint, save: SaveCheckpoint): Promise<Checkpoint | 'lost'> {
    let checkpoint = usable({ ...triedIn(kept), ...checkpointFor(post, kept) }, post);
    for (const media of post.media.slice(photoIdsIn(checkpoint).length)) {
      const one = await uploadOne(post, media, checkpoint, save);
      if (one === 'lost') return 'lost';
      const photoIds = [...photoIdsIn(checkpoint), one.id];
      const since = checkpoint['since'] ?? post.now().getTime();
      checkpoint = { page: post.page.pageId, since, photoIds, ...triedIn(one.noted) };
      if (!(await save(checkpoint, sentOf(post, photoIds.length)))) return 'lost';
    }
    return checkpoint;
  }

  return { upload };
}

const sent = (photo: z.infer<typeof Created> | 'lost', noted: Checkpoint) =>
  photo === 'lost' ? photo : { id: photo.id, noted };

function triedIn(checkpoint: Checkpoint): Checkpoint {
  return checkpoint[LARGE_TRIED] === true ? { [LARGE_TRIED]: true } : {};
}

/** How much of the files is there once so many photos are. */
function sentOf({ media }: OutgoingToPage, photos: number): SentSoFar {
  const bytes = (files: OutgoingToPage['media']) => files.reduce((sum, file) => sum + file.bytes, 0);
  return { sent: bytes(media.slice(0, photos)), total: bytes(media) };
}

function usable(checkpoint: Checkpoint, { page, now }: OutgoingToPage): Checkpoint {
  const isStale = typeof checkpoint['since'] === 'number' && now().getTime() - checkpoint['since'] > PHOTOS_KEEP_MS;
  return isStale || checkpoint['isPostAskedFor'] === true ? { page: page.pageId, ...triedIn(checkpoint) } : checkpoint;
}

export const Created = z.object({ id: GraphId });
