import Router from '@koa/router';
import * as contract from '../../contract/waiting-posts.ts';
import { InvalidInputError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import type { PublishedCalendarRepository, PublishedEntry } from './published-calendar.repository.ts';
import { present, presentPlanned } from './posts.present.ts';
import { nextSlotIn } from './posts.routes.ts';
import type { PostsService } from './posts.service.ts';
import type { TiedPosts, TiedPostsRepository } from './tied-posts.repository.ts';
import type { WaitingCalendarRepository } from './waiting-calendar.repository.ts';
import type { WaitingPostsRepository } from './waiting-posts.repository.ts';

const PAGE_SIZE = 25;
const DAY_MS = 86_400_000;

interface Deps {
  waiting: WaitingPostsRepository;
  tied: TiedPostsRepository;
  calendars: { waiting: WaitingCalendarRepository; published: PublishedCalendarRepository };
  service: PostsService;
}

export function waitingPostsRoutes(deps: Deps): Router {
  const router = new Router();
  const { service } = deps;

  reading(router, deps);
  handle(router, contract.readPost, async ({ params, session }) => present(await service.read(session, params.id)));

  handle(router, contract.duplicatePost, async ({ params, body, session, request }) =>
    present(
      await service.duplicate(
        session,
        params.id,
        {
          ...given({ content: body.content, facebookPageId: body.facebookPageId }),
          scheduledAt: body.scheduledAt === undefined ? null : new Date(body.scheduledAt),
          ...nextSlotIn(body),
        },
        request.idempotencyKey,
      ),
    ),
  );
  return router;
}

/** What waits, as a list and as a calendar. */
function reading(router: Router, { waiting, tied, calendars }: Deps): void {
  handle(router, contract.listWaitingPosts, async ({ query, session, request }) => {
    const { page = 1, limit = PAGE_SIZE, post, ...filter } = query;
    const found = await waiting.page(
      session,
      given(filter),
      post === undefined ? { pageNumber: page } : { postId: post },
      limit,
      request.signal(),
    );
    const { total, all, pageNumber } = found;
    return {
      posts: found.posts.map(present),
      tied: (await tied.of(session, found.posts)).map(presentTied),
      kinds: found.kinds,
      pagination: { page: pageNumber, limit, pages: Math.ceil(total / limit), total, all },
    };
  });

  handle(router, contract.calendarPosts, async ({ query, session, request }) => {
    const { from, to, published, perDay, ...filter } = query;
    const wanted = {
      ...given(filter),
      ...periodOfCalendar(from, to),
      limit: contract.CALENDAR_MAX_POSTS,
      excerptLength: contract.EXCERPT_LENGTH,
    };
    const [found, out] = await Promise.all([
      perDay === undefined || (filter.text ?? '') !== ''
        ? calendars.waiting.calendar(session, wanted, request.signal())
        : calendars.waiting.calendarOfDays(
            session,
            { ...wanted, perDay, timeZone: request.timeZone },
            request.signal(),
          ),
      published === 'true' ? calendars.published.published(session, wanted, request.signal()) : null,
    ]);
    return {
      // Thousands of them: onto the object that is there, rather than into another.
      posts: found.posts.map((entry) =>
        Object.assign(presentPlanned(entry), { recurrenceId: entry.recurrenceId, matches: entry.matches }),
      ),
      ...(found.further === null ? {} : { further: found.further }),
      ...(out === null ? {} : { published: out.map(presentPublished) }),
      isCut: found.isCut,
      lastScheduledAt: found.lastScheduledAt?.toISOString() ?? null,
    };
  });
}

/** @throws InvalidInputError for a period that ends before it starts, or is longer than any calendar */
export function periodOfCalendar(from: string, to: string): { from: Date; to: Date } {
  const [start, end] = [new Date(from), new Date(to)];
  const days = (end.getTime() - start.getTime()) / DAY_MS;
  if (days > 0 && days <= contract.CALENDAR_MAX_DAYS) return { from: start, to: end };
  throw InvalidInputError.of([
    { path: 'to', message: `Must be after the start, by ${contract.CALENDAR_MAX_DAYS} days at most` },
  ]);
}

/** Without the fields that were left out. */
function given<T extends object>(fields: T): { [Key in keyof T]: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };
}

function presentTied({ scheduledAt, troubled, ...tied }: TiedPosts): contract.TiedPosts {
  return { ...tied, scheduledAt: scheduledAt?.toISOString() ?? null, troubled: troubled.map(present) };
}

function presentPublished({ target, publishedAt, ...entry }: PublishedEntry): contract.PublishedEntry {
  return { ...entry, publishedAt: publishedAt.toISOString(), publishPlatform: target };
}
