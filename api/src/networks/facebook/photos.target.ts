import * as z from 'zod';
import type { Config } from '../../config/config.ts';
import type { GraphClient } from '../../facebook/graph-client.ts';
import { GraphId } from '../../facebook/graph-id.ts';
import { outcomeOf, type Notes, type OutgoingToPage, type SentSoFar, type TakeNotes, type Target } from '../target.ts';
import { controlPage, permalinkOf, toPage } from './page.ts';
import { seePost, showPost } from './post.ts';
import { searchPhotos } from './photo-search.ts';
import { fileOf, notesFor, transfer } from './upload.ts';

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
  async function upload(post: OutgoingToPage, kept: Notes, note: TakeNotes): Promise<string[] | 'lost'> {
    let notes = usable(notesFor(post, kept), post);
    const photoIds = [...idsIn(notes)];
    for (const media of post.media.slice(photoIds.length)) {
      const source = await fileOf(media);
      const photo = await transfer(
        notes,
        note,
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
      notes = { page: post.page.pageId, since: notes['since'] ?? post.now().getTime(), photoIds: [...photoIds] };
      if (!(await note(notes, sentOf(post, photoIds.length)))) return 'lost';
    }
    return photoIds;
  }

  const uploadAhead: Target['uploadAhead'] = async (given, notes, note) =>
    (await upload(toPage(given), notes, note)) === 'lost' ? 'lost' : 'done';
  const search: Target['search'] = (given, sought) => searchPhotos(graph, toPage(given), sought, mode);
  const control: Target['control'] = (given, known) => controlPage(graph, toPage(given), known);

  if (mode === 'direct') {
    return {
      isCommitRepeatable: false,
      uploadAhead,

      async prepare(given, notes, note) {
        return (await upload(toPage(given), notes, note)) === 'lost' ? 'lost' : null;
      },

      async commit(given, { notes }) {
        return outcomeOf(async () => {
          const { id } = await createPost(toPage(given), idsIn(notes), true);
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

    async prepare(given, kept, note) {
      const post = toPage(given);
      const photoIds = await upload(post, kept, note);
      // Should the answer get lost, the photos may belong to a post already: then they are sent anew.
      if (photoIds === 'lost' || !(await note({ page: post.page.pageId, photoIds, isPostAskedFor: true })))
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

function idsIn(notes: Notes): readonly string[] {
  return Array.isArray(notes['photoIds']) ? (notes['photoIds'] as readonly string[]) : [];
}

function usable(notes: Notes, { page, now }: OutgoingToPage): Notes {
  const isStale = typeof notes['since'] === 'number' && now().getTime() - notes['since'] > PHOTOS_KEEP_MS;
  return isStale || notes['isPostAskedFor'] === true ? { page: page.pageId } : notes;
}
