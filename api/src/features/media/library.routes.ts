import Router from '@koa/router';
import { done } from '../../contract/common.ts';
import * as contract from '../../contract/library.ts';
import { deleteMedia, thumbnailUrl } from '../../contract/media.ts';
import { handle } from '../../http/handle.ts';
import type { LibraryFile } from './library.repository.ts';
import type { LibraryService } from './library.service.ts';
import { presentMedia } from './media.present.ts';

export function libraryRoutes({ library }: { library: LibraryService }): Router {
  const router = new Router();

  handle(router, contract.listLibrary, async ({ query, session, request }) => {
    const { page = 1, limit = contract.LIBRARY_PAGE_SIZE, ...filter } = query;
    const { files, total } = await library.page(session, filter, page, limit, request.signal());
    return {
      files: files.map(present),
      pagination: { page, limit, total, pages: Math.ceil(total / limit) },
      holds: await library.holds(session),
    };
  });

  handle(router, contract.readLibraryFile, async ({ params, session }) => {
    const { file, posts, drafts } = await library.uses(session, params.id);
    return {
      ...present(file),
      posts: posts.map((post) => ({
        ...post,
        scheduledAt: post.scheduledAt?.toISOString() ?? null,
        publishedAt: post.publishedAt?.toISOString() ?? null,
      })),
      drafts: drafts.map((draft) => ({ ...draft, updatedAt: draft.updatedAt.toISOString() })),
    };
  });

  handle(router, contract.updateLibraryFile, async ({ params, body: { name, altText }, session }) =>
    present(
      await library.change(session, params.id, {
        ...(name === undefined ? {} : { name }),
        ...(altText === undefined ? {} : { altText: altText === '' ? null : altText }),
      }),
    ),
  );

  handle(router, contract.cropLibraryFile, async ({ params, body, session }) =>
    present(await library.crop(session, params.id, body.shape, body.focus)),
  );

  handle(router, contract.keepVideoFrame, async ({ params, session, request }) =>
    present(await library.keepFrame(session, params.id, async () => (await request.file()).bytes)),
  );

  handle(router, deleteMedia, async ({ params, query, session }) => {
    await library.remove(session, params.id, query.used === 'true');
    return done;
  });

  return router;
}

function present(file: LibraryFile): contract.LibraryFile {
  return {
    ...presentMedia(file),
    kind: file.mimeType.startsWith('image/') ? 'image' : 'video',
    thumbnail: file.hasThumbnail ? thumbnailUrl(file.id) : null,
    addedAt: file.addedAt.toISOString(),
    originId: file.originId,
    shape: file.shape,
    waitingPosts: file.waitingPosts,
    publishedPosts: file.publishedPosts,
  };
}
