import type { Config } from '../../config/config.ts';
import type { GraphClient } from '../../facebook/graph-client.ts';
import type { Photos } from '../network.ts';
import { outcomeOf, type OutgoingToPage, type Target } from '../target.ts';
import { controlPage, permalinkOf, toPage } from './page.ts';
import { seePost, showPost } from './post.ts';
import { searchPhotos } from './photo-search.ts';
import { photoUpload, Created } from './photo-upload.ts';
import { photoIdsIn } from './checkpoint.ts';

/** One photo or several: each is uploaded unseen, then one post of the feed holds them all. */
export function facebookPhotos(graph: GraphClient, photos: Photos, mode: Config['FB_PUBLISH_MODE']): Target {
  const { upload } = photoUpload(graph, photos);
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

  const uploadAhead: Target['uploadAhead'] = async (given, checkpoint, save) =>
    (await upload(toPage(given), checkpoint, save)) === 'lost' ? 'lost' : 'done';

  const search: Target['search'] = (given, sought) => searchPhotos(graph, toPage(given), sought);
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
          const { id } = await createPost(toPage(given), photoIdsIn(checkpoint), true);
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
      const uploaded = await upload(post, kept, save);
      // Should the answer get lost, the photos may belong to a post already: then they are sent anew.
      if (uploaded === 'lost' || !(await save({ ...uploaded, isPostAskedFor: true }))) return 'lost';
      return (await createPost(post, photoIdsIn(uploaded), false)).id;
    },

    commit: (given, { id }) => showPost(graph, toPage(given), id),
    observe: (given, { remoteId }, sought) =>
      remoteId === null ? search(given, sought) : seePost(graph, toPage(given), remoteId),
    search,
    control,
  };
}
