import * as z from 'zod';
import type { Config } from '../../config/config.ts';
import type { GraphClient } from '../../facebook/graph-client.ts';
import { GraphId } from '../../facebook/graph-id.ts';
import {
  outcomeOf,
  type Checkpoint,
  type OutgoingToPage,
  type SentSoFar,
  type SaveCheckpoint,
  type Target,
} from '../target.ts';
import { controlPage, permalinkOf, toPage } from './page.ts';
import { seePost, showPost } from './post.ts';
import { searchPhotos } from './photo-search.ts';
import { fileOf, checkpointFor, transfer } from './upload.ts';

const Created = z.object({ id: GraphId });

/** Facebook forgets photos that belong to no post after about a day; long before that they are sent anew. */
const PHOTOS_KEEP_MS = 12 * 3_600_000;

/** One photo or several: each is uploaded unseen, then one post of the feed holds them all. */
export function facebookPhotos(graph: GraphClient, mode: Config['FB_PUBLISH_MODE']): Target {
  const createPost = (post: OutgoingToPage, photoIds: readonly string[], isPublic: boolean) =>
    graph.post({
      path: `${post.page.pageId}/feed`,
      params: {
        message: post.content,
        attached_media: JSON.stringify(photoIds.map((id) => ({ media_fbid: id }))),
        ...(isPublic ? {} : { published: false }),
      },
      token: post.page.token,
      app: post.page.app,
      answer: Created,
    });

  /** The ids of all photos, going on after the last one noted. */
  async function upload(post: OutgoingToPage, kept: Checkpoint, save: SaveCheckpoint): Promise<string[] | 'lost'> {
    let checkpoint = usable(checkpointFor(post, kept), post);
    const photoIds = [...idsIn(checkpoint)];
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

  const uploadAhead: Target['uploadAhead'] = async (given, checkpoint, save) =>
    (await upload(toPage(given), checkpoint, save)) === 'lost' ? 'lost' : 'done';
  const search: Target['search'] = (given, sought) => searchPhotos(graph, toPage(given), sought, mode);
  const control: Target['control'] = (given, known) => controlPage(graph, toPage(given), known);

  if (mode === 'direct') {
    return {
      isCommitRepeatable: false,
      uploadAhead,

      async prepare(given, checkpoint, save) {
        return (await upload(toPage(given), checkpoint, save)) === 'lost' ? 'lost' : null;
      },

      async commit(given, { checkpoint }) {
        return outcomeOf(async () => {
          const { id } = await createPost(toPage(given), idsIn(checkpoint), true);
          return { kind: 'published', remoteId: id, permalinkUrl: permalinkOf(id) };
        });
      },

      observe: (given, _sent, sought) => search(given, sought),
      search,
      control,
    };
  }

  return {
    isCommitRepeatable: true,
    uploadAhead,

    async prepare(given, kept, save) {
      const post = toPage(given);
      const photoIds = await upload(post, kept, save);
      // Should the answer get lost, the photos may belong to a post already: then they are sent anew.
      if (photoIds === 'lost' || !(await save({ page: post.page.pageId, photoIds, isPostAskedFor: true })))
        return 'lost';
      return (await createPost(post, photoIds, false)).id;
    },

    commit: (given, { id }) => showPost(graph, toPage(given), id),
    observe: (given, { remoteId }, sought) =>
      remoteId === null ? search(given, sought) : seePost(graph, toPage(given), remoteId),
    search,
    control,
  };
}

function sentOf({ media }: OutgoingToPage, photos: number): SentSoFar {
  const bytes = (files: OutgoingToPage['media']) => files.reduce((sum, file) => sum + file.bytes, 0);
  return { sent: bytes(media.slice(0, photos)), total: bytes(media) };
}

function idsIn(checkpoint: Checkpoint): readonly string[] {
  return Array.isArray(checkpoint['photoIds']) ? (checkpoint['photoIds'] as readonly string[]) : [];
}

function usable(checkpoint: Checkpoint, { page, now }: OutgoingToPage): Checkpoint {
  const isStale = typeof checkpoint['since'] === 'number' && now().getTime() - checkpoint['since'] > PHOTOS_KEEP_MS;
  return isStale || checkpoint['isPostAskedFor'] === true ? { page: page.pageId } : checkpoint;
}
