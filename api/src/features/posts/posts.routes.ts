import Router from '@koa/router';
import type * as z from 'zod/mini';
import { done } from '../../contract/common.ts';
import { FACEBOOK } from '../../contract/networks.ts';
import * as contract from '../../contract/index.ts';
import type { PostedMedia } from '../../contract/media.ts';
import type { Placement } from '../../contract/stories.ts';
import { InvalidInputError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import type { Session } from '../../http/session.ts';
import type { FoundPosts, FoundPostsRepository, PostFilter } from './found-posts.repository.ts';
import type { ReceivedFile } from '../../http/media-intake.ts';
import { refused } from '../media/media-types.ts';
import { slotWithin, type SlotWithin } from '../slots/booking.ts';
import { newFilesIn } from './new-files.ts';
import { present } from './posts.present.ts';
import type { PostsRepository } from './posts.repository.ts';
import type { MediaInput, PostInput } from './post-input.ts';
import type { Post } from './post.ts';
import type { RankedPostsRepository } from './ranked-posts.repository.ts';
import type { PostsService } from './posts.service.ts';

export const DEFAULT_CONTENT_TYPE = 'story';

interface Deps {
  posts: PostsRepository;
  found: FoundPostsRepository;
  ranked: RankedPostsRepository;
  service: PostsService;
  /** The post that a program asks for, once whatever it asks; null of all that is not for it to say. */
  ofProgram(session: Session, input: PostInput): Promise<Post | null>;
}

export function postsRoutes(deps: Deps): Router {
  const router = new Router();

  listing(router, deps);
  making(router, deps);
  changing(router, deps);
  return router;
}

/** What an owner has. */
function listing(router: Router, { posts, found, ranked }: Deps): void {
  handle(router, contract.listPostsByStatus, async ({ params, session }) =>
    (await posts.listByStatus(session, params.status)).map(present),
  );

  handle(router, contract.listPosts, async ({ query, session, request }) => {
    const { page = 1, limit = contract.POSTS_PAGE_SIZE, status = 'published', sort, order = 'desc', ...given } = query;
    if (sort !== undefined && status !== 'published')
      throw InvalidInputError.of([{ path: 'sort', message: 'Only published posts can be sorted' }]);
    const filter = filterOf(given);
    const read = async (): Promise<FoundPosts> => {
      if (sort !== undefined)
        return ranked.page(session, { filter, sort, order, pageNumber: page, limit }, request.signal());
      if (Object.keys(filter).length === 0) return posts.page(session, status, page, limit);
      return found.page(session, status, filter, page, limit, request.signal());
    };
    const { total, posts: shown, isCut = false } = await read();
    return {
      posts: shown.map(present),
      pagination: { page, limit, total, pages: Math.ceil(total / limit), ...(isCut ? { isTotalCut: true } : {}) },
    };
  });
}

/** New posts, from the generator and from the Media Center. */
function making(router: Router, { service, ofProgram }: Deps): void {
  handle(router, contract.createPost, async ({ body, session, request }) => {
    const input: PostInput = {
      content: body.content ?? '',
      ...placementIn(body),
      contentType: body.contentType ?? DEFAULT_CONTENT_TYPE,
      tone: body.tone ?? null,
      keywords: body.keywords ?? null,
      isAiGenerated: body.isAiGenerated ?? false,
      status: body.status,
      scheduledAt: body.scheduledAt ? new Date(body.scheduledAt) : null,
      ...nextSlotIn(body),
      facebookPageId: body.facebookPageId ?? null,
      target: body.publishPlatform || FACEBOOK,
      aiCallId: body.generationId ?? null,
      ...mediaOf(body, request.received),
    };
    const known = await ofProgram(session, input);
    return present(known ?? (await service.create(session, input, request.idempotencyKey)));
  });

  handle(router, contract.publishMediaPost, async ({ body, session, request }) =>
    present(
      await service.publishMedia(
        session,
        {
          content: body.content ?? '',
          ...placementIn(body),
          facebookPageId: body.pageId,
          media: { type: typeOf(body.mediaType, body.isReel), files: filesOf(body.mediaData, request.received) },
        },
        request.idempotencyKey,
      ),
    ),
  );
}

/** What becomes of a post that is there. */
function changing(router: Router, { service }: Deps): void {
  handle(router, contract.updatePost, async ({ params, body, session }) => {
    const { scheduledAt, content, contentType, tone, keywords, facebookPageId } = body;
    const files = newFilesIn(body);
    return present(
      await service.update(session, params.id, {
        ...(content === undefined ? {} : { content }),
        ...(contentType === undefined ? {} : { contentType }),
        ...(tone === undefined ? {} : { tone }),
        ...(keywords === undefined ? {} : { keywords }),
        ...(facebookPageId === undefined ? {} : { facebookPageId }),
        ...(scheduledAt === undefined ? {} : { scheduledAt: scheduledAt === null ? null : new Date(scheduledAt) }),
        ...nextSlotIn(body),
        ...(files === null ? {} : { files }),
      }),
    );
  });

  handle(router, contract.publishPost, async ({ params, body, session, request }) =>
    present(
      body.delaySeconds === undefined
        ? await service.publish(session, params.id, body.pageId ?? null, request.idempotencyKey)
        : await service.publishIn(body.delaySeconds, session, params.id, body.pageId ?? null, request.idempotencyKey),
    ),
  );

  handle(router, contract.undoPublish, async ({ params, session }) =>
    present(await service.undoPublish(session, params.id)),
  );

  handle(router, contract.publishOutcome, async ({ params, session }) =>
    present(await service.outcome(session, params.id)),
  );

  handle(router, contract.resolvePost, async ({ params, body, session, request }) =>
    present(
      await service.resolve(session, params.id, {
        as: body.as,
        url: body.url ?? null,
        idempotencyKey: request.idempotencyKey,
      }),
    ),
  );

  handle(router, contract.deletePost, async ({ params, query, session }) => {
    await service.remove(session, params.id, query.onFacebook === 'true');
    return done;
  });
}

/** Nothing where it was not asked for. */
export function nextSlotIn({ nextSlot }: { nextSlot?: Parameters<typeof slotWithin>[0] | undefined }): {
  nextSlot?: SlotWithin;
} {
  return nextSlot === undefined ? {} : { nextSlot: slotWithin(nextSlot) };
}

function placementIn({ placement }: { placement?: Placement | undefined }): { placement?: Placement } {
  return placement === undefined ? {} : { placement };
}

type Narrowing = Omit<z.output<typeof contract.listPosts.query>, 'page' | 'limit' | 'status' | 'sort' | 'order'>;

/** Only what was given, and says something: an empty search narrows nothing down. */
function filterOf({
  text,
  facebookPageId,
  publishPlatform,
  contentType,
  mediaType,
  isAiGenerated,
  publishedFrom,
  publishedBefore,
}: Narrowing): PostFilter {
  return {
    ...(text === undefined || text === '' ? {} : { text }),
    ...(facebookPageId === undefined ? {} : { facebookPageId }),
    ...(publishPlatform === undefined ? {} : { target: publishPlatform }),
    ...(contentType === undefined ? {} : { contentType }),
    ...(mediaType === undefined ? {} : { mediaType }),
    ...(isAiGenerated === undefined ? {} : { isAiGenerated: isAiGenerated === 'true' }),
    ...(publishedFrom === undefined ? {} : { publishedFrom: new Date(publishedFrom) }),
    ...(publishedBefore === undefined ? {} : { publishedBefore: new Date(publishedBefore) }),
  };
}

type MediaData = string | number | readonly PostedMedia[] | null | undefined;
interface MediaFields {
  mediaData?: MediaData;
  mediaType?: contract.MediaType | null | undefined;
  isReel?: boolean | undefined;
}

/** Nothing where no field of it is there: then it is the generator that asks, not the Media Center. */
function mediaOf({ mediaData, mediaType, isReel }: MediaFields, received: ReceivedFile | null): { media?: MediaInput } {
  const files = filesOf(mediaData, received);
  if (mediaType == null && files === null && isReel !== true) return {};
  return { media: { type: typeOf(mediaType ?? 'text', isReel), files } };
}

/** A data URL has been taken out of the field by now. */
function filesOf(mediaData: MediaData, received: ReceivedFile | null): MediaInput['files'] {
  if (received !== null) return received;
  if (mediaData == null || mediaData === '') return null;
  if (typeof mediaData === 'object') return mediaData.length === 0 ? null : mediaData;
  if (!/^[1-9]\d{0,14}$/.test(String(mediaData))) throw refused("We can't read this file. Choose it again.");
  return [{ id: Number(mediaData) }];
}

/** A reel may come as such, or as a video that is one. */
function typeOf(mediaType: contract.MediaType, isReel = false): contract.MediaType {
  return isReel && mediaType !== 'image' ? 'reel' : mediaType;
}
