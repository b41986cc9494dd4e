import Router from '@koa/router';
import type * as z from 'zod/mini';
import { done } from '../../contract/common.ts';
import * as contract from '../../contract/recurrences.ts';
import { handle } from '../../http/handle.ts';
import { DEFAULT_CONTENT_TYPE } from '../posts/posts.routes.ts';
import type { PostsRepository } from '../posts/posts.repository.ts';
import { dateIn } from './local-time.ts';
import { nextOccurrences } from './next-times.ts';
import { notesFor, type readingRecurrences } from './reading-recurrences.ts';
import { zoneOf } from './recurrence-fields.ts';
import { present, presentNotes, presentRepeats } from './recurrences.present.ts';
import type { recurrencesService, RecurrencePatch } from './recurrences.service.ts';
import { ruleWords } from './rule-words.ts';
import { readRule } from './rule.ts';
import type { TextInput } from './setting-texts.ts';

interface Deps {
  readonly service: ReturnType<typeof recurrencesService>;
  readonly reading: ReturnType<typeof readingRecurrences>;
  readonly posts: Pick<PostsRepository, 'now'>;
}

const PREVIEWED = 5;
/** Enough days to see how close they are. */
const COMPARED = 60;

export function recurrencesRoutes({ service, reading, posts }: Deps): Router {
  const router = new Router();

  handle(router, contract.listRecurrences, async ({ session }) => (await reading.list(session)).map(presentRepeats));

  handle(router, contract.previewRecurrence, async ({ body, request }) => {
    const now = await posts.now();
    const timeZone = zoneOf(body.timeZone ?? request.timeZone);
    const startsOn = body.startsOn ?? dateIn(timeZone, now);
    const rule = readRule(body.rule);
    const days = nextOccurrences({ rule, startsOn, timeOfDay: body.timeOfDay, timeZone }, now, COMPARED);
    const { cooldownDays = null, textCount = 1, isVaried = false } = body;
    return {
      words: ruleWords(rule, body.timeOfDay, startsOn),
      next: days.slice(0, PREVIEWED).map(({ at }) => at.toISOString()),
      notes: presentNotes(notesFor(days, { cooldownDays, textCount, isVaried })),
    };
  });

  handle(router, contract.readRecurrence, async ({ params, session }) =>
    present(await reading.read(session, await service.need(session, params.id))),
  );

  handle(router, contract.createRecurrence, async ({ body, session, request }) => {
    const id = await service.create(
      session,
      {
        facebookPageId: body.facebookPageId,
        rule: body.rule,
        startsOn: body.startsOn ?? null,
        timeOfDay: body.timeOfDay,
        timeZone: body.timeZone ?? null,
        name: body.name ?? null,
        cooldownDays: body.cooldownDays ?? null,
        isVaried: body.isVaried ?? false,
        contentType: body.contentType ?? DEFAULT_CONTENT_TYPE,
        tone: body.tone ?? null,
        keywords: body.keywords ?? null,
        texts: textsOf(body.texts),
      },
      request.idempotencyKey,
    );
    return present(await reading.read(session, await service.need(session, id)));
  });

  handle(router, contract.updateRecurrence, async ({ params, body, session }) => {
    const { texts, ...fields } = body;
    const patch = {
      ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)),
      ...(texts === undefined ? {} : { texts: textsOf(texts) }),
    } as RecurrencePatch;
    await service.update(session, params.id, patch);
    return present(await reading.read(session, await service.need(session, params.id)));
  });

  handle(router, contract.deleteRecurrence, async ({ params, session }) => {
    await service.remove(session, params.id);
    return done;
  });

  return router;
}

function textsOf(texts: z.output<typeof contract.createRecurrence.body>['texts']): TextInput[] {
  return texts.map(({ id, postId, content, mediaType, media }) => ({
    id: id ?? null,
    postId: postId ?? null,
    content: content ?? null,
    mediaType: mediaType ?? null,
    media: media?.map((file) => ({ id: file.id, altText: file.altText })) ?? null,
  }));
}
