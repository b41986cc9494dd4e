import * as z from 'zod';
import { PageId } from '../../contract/ids.ts';
import { Instant } from '../../contract/common.ts';
import { listQueue, type QueuedPost } from '../../contract/queue.ts';
import { freeSlots } from '../../contract/slots.ts';
import { CALENDAR_MAX_DAYS, calendarPosts, listWaitingPosts, type CalendarPost } from '../../contract/waiting-posts.ts';
import { Foreign } from '../foreign-shape.ts';
import { foreign, foreignOrNull } from '../foreign.ts';
import { said } from '../said.ts';
import { READING, tool, type ToolContext } from '../tool.ts';
import { KNOWING_PAGES, needKnownPage } from './known-page.ts';
import { EXCERPT, PostShape, postShape, Time } from './shapes.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const SHOWN = 100;

const page = PageId.check(z.describe('Of one page: its pageId from list_pages. Left out: all pages.'));
const from = Instant.check(z.describe('A time with its zone, such as 2026-11-24T09:00:00+08:00. Left out: now.'));

export const planTool = tool({
  name: 'read_plan',
  title: 'What is planned',
  description:
    'Posts that wait for their time, earliest first, between two times: ' +
    "the person's own, and those of others on pages that they work with together. " +
    'Use it before you propose a post, to see what the page has already.',
  calls: [calendarPosts, listQueue, ...KNOWING_PAGES],
  input: z.strictObject({
    pageId: z.optional(page),
    from: z.optional(from),
    days: z
      .int()
      .min(1)
      .max(CALENDAR_MAX_DAYS)
      .optional()
      .describe(`Days from then on, ${CALENDAR_MAX_DAYS} at most. Left out: 14.`),
  }),
  data: z.object({
    from: Time,
    to: Time,
    posts: z.array(
      z.object({
        postId: z.number(),
        pageId: z.number().nullable(),
        pageName: Foreign.nullable(),
        scheduledAt: Time,
        status: z.string(),
        kind: z.string(),
        text: Foreign,
        by: Foreign.nullable().describe(
          "Whose post it is, where it is not the person's own: get_post does not know it.",
        ),
        waitsOnSomething: z.boolean().describe('It will not go out unless somebody acts: see get_post.'),
      }),
    ),
    more: z.number().describe('Posts of this time that are not listed.'),
    lastPlannedAt: Time.nullable().describe("The last of the person's own."),
  }),
  annotations: READING.annotations,
  async run(input, context) {
    const { call, time, now } = context;
    const begin = new Date(input.from ?? now);
    const end = new Date(begin.getTime() + (input.days ?? 14) * DAY_MS);
    const query = {
      from: begin.toISOString(),
      to: end.toISOString(),
      ...(input.pageId === undefined ? {} : { facebookPageId: input.pageId }),
    };
    const [own, others] = await Promise.all([call(calendarPosts, { query }), call(listQueue, { query })]);
    const posts: Planned[] = [...own.posts, ...others.posts].toSorted(
      (one, other) => Date.parse(one.scheduledAt) - Date.parse(other.scheduledAt),
    );
    if (posts.length === 0) await needKnownPage(context, input.pageId, { shared: true });
    const [start, stop] = [time(begin.toISOString()), time(end.toISOString())];
    return {
      done: said`Read the plan from ${start} to ${stop}: ${posts.length} posts.`,
      notDone: READING.notDone,
      next: said`Planned posts are published automatically at their time. Do not propose the same again.
          get_post tells all of one, free_slots finds a free time. What waits for approval is in list_proposals.`,
      repeating: READING.repeating,
      data: {
        from: start,
        to: stop,
        posts: posts.slice(0, SHOWN).map((post) => plannedShape(post, context)),
        more: Math.max(0, posts.length - SHOWN),
        lastPlannedAt: own.lastScheduledAt === null ? null : time(own.lastScheduledAt),
      },
    };
  },
});

type Planned = CalendarPost & Partial<Pick<QueuedPost, 'author'>>;
function plannedShape(post: Planned, { time }: ToolContext) {
  return {
    postId: post.id,
    pageId: post.facebookPageId,
    pageName: foreignOrNull(post.pageName),
    scheduledAt: time(post.scheduledAt),
    status: post.status,
    kind: post.placement === 'story' ? 'story' : post.mediaType,
    text: foreign(post.excerpt, EXCERPT),
    by: foreignOrNull(post.author?.name),
    waitsOnSomething: post.hasProblem,
  };
}

export const troubleTool = tool({
  name: 'list_troubled_posts',
  title: 'Posts that need their owner',
  description:
    'Posts that failed, were missed, or may or may not be out, each with why and what helps. ' +
    'Nothing happens to them until their owner decides in Pagecast.',
  calls: [listWaitingPosts, ...KNOWING_PAGES],
  input: z.strictObject({ pageId: z.optional(page) }),
  data: z.object({ posts: z.array(PostShape), more: z.number() }),
  annotations: READING.annotations,
  async run({ pageId }, context) {
    const { posts, pagination } = await context.call(listWaitingPosts, {
      query: { for: 'owner', limit: 50, ...(pageId === undefined ? {} : { facebookPageId: pageId }) },
    });
    if (posts.length === 0) await needKnownPage(context, pageId, { shared: false });
    return {
      done: said`Read ${posts.length} of ${pagination.total} posts that need their owner.`,
      notDone: said`Nothing was changed. None of these posts was published by this call.`,
      next: said`Tell the person what whatHelps says. Do not propose the same post again:
          it may be out already, or go out when its owner acts.`,
      repeating: READING.repeating,
      data: {
        posts: posts.map((post) => postShape(post, context)),
        more: Math.max(0, pagination.total - posts.length),
      },
    };
  },
});

export const freeSlotsTool = tool({
  name: 'free_slots',
  title: 'Free slots',
  description:
    "The next free times of the pages' own weekly plans, at which no other post is too close. " +
    'Pages that others share with the person are told only where their pageId is given. ' +
    'They are not kept for anybody until a post is made.',
  calls: [freeSlots, ...KNOWING_PAGES],
  input: z.strictObject({
    pageId: z.optional(page),
    from: z.optional(from),
    count: z.int().min(1).max(20).optional().describe('Of each page at most. Left out: 5.'),
  }),
  data: z.object({
    pages: z.array(z.object({ pageId: z.number(), at: z.array(Time) })),
  }),
  annotations: READING.annotations,
  async run({ pageId, from: begin, count = 5 }, context) {
    const { call, time } = context;
    const { pages } = await call(freeSlots, {
      query: {
        count,
        ...(pageId === undefined ? {} : { facebookPageId: pageId }),
        ...(begin === undefined ? {} : { from: begin }),
      },
    });
    if (pages.length === 0) await needKnownPage(context, pageId, { shared: true });
    return {
      done: said`Read the next free slots of ${pages.length} pages.`,
      notDone: said`Nothing was booked, scheduled or published.`,
      next:
        pages.length === 0
          ? said`No page here has a weekly plan. Choose a time with the person,
              or leave scheduledAt out of propose_post.`
          : said`Give one of these times to propose_post as scheduledAt, or nextFreeSlot true for the first of them.`,
      repeating: READING.repeating,
      data: { pages: pages.map(({ facebookPageId, at }) => ({ pageId: facebookPageId, at: at.map(time) })) },
    };
  },
});
