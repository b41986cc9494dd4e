import { Readable } from 'node:stream';
import Router from '@koa/router';
import type { Photo } from '../entities.ts';
import type { SandboxState } from '../exchange.ts';
import type { Incoming } from '../media-store.ts';
import { createPost, publishPost, setGoLive } from '../posts.ts';
import { requireReader, requireWriter } from './access.ts';
import { checkMessage, readSchedule } from './content.ts';
import { allowOnly, flag, graph } from './graph-call.ts';
import type { GraphCall, GraphDeps } from './graph-call.ts';
import { badParameter, GraphError } from './graph-error.ts';
import { paged } from './paging.ts';
import { isVisible } from './post-node.ts';
import { showPhoto } from './video-node.ts';

const KNOWN = [
  'source',
  'url',
  'message',
  'caption',
  'published',
  'scheduled_publish_time',
  'temporary',
  'no_story',
  'alt_text_custom',
  'unpublished_content_type',
  'backdated_time',
  'targeting',
  'feed_targeting',
  'place',
  'tags',
];
const ACCEPTED = /^image\/(jpeg|png|gif|bmp|tiff)$/;
const FETCH_TIMEOUT_MS = 10_000;

/** `POST /{page}/photos` and the list of a page's photos. */
export function photosRoutes(deps: GraphDeps): Router<SandboxState> {
  const router = new Router<SandboxState>();
  router.post('/:id/photos', graph(deps, createPhoto));
  router.get(
    '/:id/photos',
    graph(deps, (call, id) => {
      requireReader(call, id);
      const photos = [...call.world.photos.values()]
        .filter((photo) => photo.pageId === id && isVisible(call, photo))
        .reverse();
      return paged(
        call,
        photos,
        (photo) => photo.id,
        (photo) => showPhoto(call, photo),
      );
    }),
  );
  return router;
}

async function createPhoto(call: GraphCall, pageId: string): Promise<unknown> {
  requireWriter(call, pageId);
  allowOnly(call, KNOWN);
  const caption = call.params['message'] ?? call.params['caption'] ?? '';
  checkMessage(caption);
  const scheduledAt = readSchedule(call, 30);
  const isPublic = flag(call, 'published') ?? true;
  if (scheduledAt !== null && isPublic)
    throw badParameter('You cannot specify a scheduled publish time on a published photo', 'published');

  const photo = await storePhoto(call, pageId, caption);
  if (!isPublic && scheduledAt === null) {
    call.effect(`uploaded photo ${photo.id}`);
    return { id: photo.id };
  }
  if (flag(call, 'no_story') === true) return { id: photo.id };
  const lag = call.exchange.tweaks.readLagMs;
  const post = createPost(
    call.world,
    {
      pageId,
      kind: 'photo',
      message: caption,
      appId: photo.appId,
      attachments: [{ type: 'photo', id: photo.id }],
    },
    lag,
  );
  photo.postId = post.id;
  if (scheduledAt !== null) setGoLive(call.world, post, scheduledAt, 'schedule');
  else publishPost(call.world, post, call.now, lag);
  call.effect(`${isPublic ? 'published' : 'scheduled'} ${post.id}`);
  return isPublic ? { id: photo.id, post_id: post.id } : { id: photo.id };
}

async function storePhoto(call: GraphCall, pageId: string, caption: string): Promise<Photo> {
  const incoming = call.files['source'] ?? (await fetchFile(call, call.params['url']));
  if (!incoming || incoming.bytes === 0)
    throw new GraphError({ code: 324, message: '(#324) Missing or invalid image file' });
  const tooLarge = incoming.bytes > call.world.settings.photoMaxBytes;
  const media = tooLarge ? null : await call.media.claim(incoming);
  if (media) for (const [name, file] of Object.entries(call.files)) if (file === incoming) delete call.files[name];
  if (!media || !ACCEPTED.test(media.contentType)) {
    throw new GraphError({
      code: 1366046,
      message:
        "(#1366046) Your photos couldn't be uploaded. " +
        'Photos should be smaller than 4 MB and saved as JPG, PNG, GIF, TIFF, HEIF or WebP files.',
      userTitle: "Can't Read Files",
      userMessage: 'Your photo could not be uploaded. Photos should be smaller than 4 MB and saved as JPG or PNG.',
    });
  }
  const photo: Photo = {
    id: call.world.newId(),
    pageId,
    appId: call.token?.appId ?? '',
    mediaId: media.id,
    postId: null,
    caption,
    altText: call.params['alt_text_custom'] ?? '',
    createdAt: call.now,
    visibleFrom: call.now + call.exchange.tweaks.readLagMs,
  };
  call.world.photos.set(photo.id, photo);
  call.world.changed();
  return photo;
}

/** Fetches a hosted file as Facebook does, under its own user agent. Null when there is no address. */
export async function fetchFile(call: GraphCall, address: string | undefined): Promise<Incoming | null> {
  if (address === undefined || address === '') return null;
  try {
    const answer = await fetch(address, {
      headers: { 'user-agent': 'facebookexternalhit/1.1' },
      signal: AbortSignal.timeout(FETCH_TIMEOUT_MS),
    });
    if (!answer.ok || !answer.body) throw new Error(`status ${answer.status}`);
    const incoming = await call.media.receive(Readable.from(answer.body));
    call.exchange.files['fetched'] = incoming;
    return incoming;
  } catch (error) {
    throw new GraphError({
      code: 100,
      message:
        '(#100) The file at the given address could not be fetched: ' +
        `${error instanceof Error ? error.message : 'unknown reason'}`,
      data: { blame_field_specs: [['url']] },
    });
  }
}
