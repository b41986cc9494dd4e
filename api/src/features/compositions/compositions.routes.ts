import Router from '@koa/router';
import type * as z from 'zod/mini';
import * as contract from '../../contract/compositions.ts';
import { handle } from '../../http/handle.ts';
import type { Place } from '../media/media.repository.ts';
import { newFilesIn } from '../posts/new-files.ts';
import { DEFAULT_CONTENT_TYPE, nextSlotIn } from '../posts/posts.routes.ts';
import { slotWithin } from '../slots/booking.ts';
import type { changingTogether } from './change-together.ts';
import type { deletingTogether } from './delete-together.ts';
import type { ChosenPage, CompositionInput } from './composition-plan.ts';
import { present, presentUnchanged } from './compositions.present.ts';
import type { compositionsService } from './compositions.service.ts';

interface Deps {
  service: ReturnType<typeof compositionsService>;
  together: ReturnType<typeof changingTogether> & ReturnType<typeof deletingTogether>;
}

export function compositionsRoutes({ service, together }: Deps): Router {
  const router = new Router();

  handle(router, contract.createComposition, async ({ body, session, request }) =>
    present(await service.create(session, inputOf(body), request.idempotencyKey)),
  );

  handle(router, contract.readComposition, async ({ params, session }) =>
    present(await service.read(session, params.id)),
  );

  handle(router, contract.updateComposition, async ({ params, body, session }) => {
    const { scheduledAt, nextSlot: _, tooClose, includeOwnTexts, media, mediaType, includeOwnMedia, ...fields } = body;
    const files = newFilesIn({ media, mediaType });
    const { composition, unchanged } = await together.update(session, params.id, {
      ...given(fields),
      ...(files === null ? {} : { files: { ...files, includeOwn: includeOwnMedia ?? false } }),
      ...nextSlotIn(body),
      includeOwnTexts: includeOwnTexts ?? false,
      tooClose: tooClose ?? 'refuse',
      ...(scheduledAt === undefined ? {} : { scheduledAt: scheduledAt === null ? null : new Date(scheduledAt) }),
    });
    return { composition: present(composition), unchanged: unchanged.map(presentUnchanged) };
  });

  handle(router, contract.deleteComposition, async ({ params, query, session }) => {
    const chosen = query.posts === undefined ? null : new Set(query.posts.split(',').map(Number));
    const { deleted, unchanged } = await together.remove(session, params.id, chosen);
    return { deleted, unchanged: unchanged.map(presentUnchanged) };
  });

  return router;
}

type Body = z.output<typeof contract.createComposition.body>;

function inputOf(body: Body): CompositionInput {
  const media = placesOf(body.media) ?? [];
  return {
    content: body.content ?? '',
    placement: body.placement ?? 'feed',
    link: body.link ?? null,
    contentType: body.contentType ?? DEFAULT_CONTENT_TYPE,
    tone: body.tone ?? null,
    keywords: body.keywords ?? null,
    isAiGenerated: body.isAiGenerated ?? false,
    aiCallId: body.generationId ?? null,
    mediaType: body.mediaType ?? (media.length === 0 ? 'text' : 'image'),
    media,
    status: body.status,
    scheduledAt: body.scheduledAt ? new Date(body.scheduledAt) : null,
    staggerMinutes: body.staggerMinutes ?? 0,
    atBestTime: body.atBestTime ?? false,
    nextSlot: body.nextSlot === undefined ? null : slotWithin(body.nextSlot),
    tooClose: body.tooClose ?? 'refuse',
    pages: body.pages.map(pageOf),
  };
}

function pageOf(page: Body['pages'][number]): ChosenPage {
  const media = placesOf(page.media);
  return {
    facebookPageId: page.facebookPageId,
    ...given({ content: page.content, link: page.link }),
    ...(page.mediaType == null ? {} : { mediaType: page.mediaType }),
    ...(media === null ? {} : { media }),
    ...(page.scheduledAt === undefined ? {} : { scheduledAt: new Date(page.scheduledAt) }),
  };
}

function placesOf(media: Body['media']): Place[] | null {
  return media ?? null;
}

/** Without the fields that were left out. */
function given<T extends object>(fields: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
}
