import * as z from 'zod';
import { PageId } from '../../contract/ids.ts';
import { Instant } from '../../contract/common.ts';
import { freeSlots } from '../../contract/slots.ts';
import { CALENDAR_MAX_DAYS, calendarPosts, listWaitingPosts } from '../../contract/waiting-posts.ts';
import { Foreign, foreign, foreignOrNull } from '../foreign.ts';
import { said } from '../said.ts';
import { READING, tool } from '../tool.ts';
import { EXCERPT, PostShape, postShape, Time } from './shapes.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const SHOWN = 100;

const page = PageId.check(z.describe('Of one page: its pageId from list_pages. Left out: all pages.'));
const from = Instant.check(z.describe('A time with its zone, such as 2026-11-24T09:00:00+08:00. Left out: now.'));

export const planTool = tool({
  name: 'read_plan',
  title: 'What is planned',
  description:
    'Posts that wait for their time, earliest first, between two times. ' +
    'Use it before you propose a post, to see what the page has already.',
  calls: [calendarPosts],
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
        waitsOnSomething: z.boolean().describe('It will not go out unless somebody acts: see get_post.'),
      }),
    ),
    more: z.number().describe('Posts of this time that are not listed.'),
    lastPlannedAt: Time.nullable(),
  }),
  annotations: READING.annotations,
  async run(input, { call, time, now }) {
    const begin = new Date(input.from ?? now);
    const end = new Date(begin.getTime() + (input.days ?? 14) * DAY_MS);
    const found = await call(calendarPosts, {
      query: {
        from: begin.toISOString(),
        to: end.toISOString(),
        ...(input.pageId === undefined ? {} : { facebookPageId: input.pageId }),
      },
    });
    const [start, stop] = [time(begin.toISOString()), time(end.toISOString())];
    return {
      done: said`Read the plan from ${start} to ${stop}: ${found.posts.length} posts.`,
      notDone: READING.notDone,
      next: said`Planned posts are published automatically at their time. Do not propose the same again.
          get_post tells all of one, free_slots finds a free time.`,
      repeating: READING.repeating,
      data: {
        from: start,
        to: stop,
        posts: found.posts.slice(0, SHOWN).map((post) => ({
          postId: post.id,
          pageId: post.facebookPageId,
          pageName: foreignOrNull(post.pageName),
          scheduledAt: time(post.scheduledAt),
          status: post.status,
          kind: post.placement === 'story' ? 'story' : post.mediaType,
          text: foreign(post.excerpt, EXCERPT),
          waitsOnSomething: post.hasProblem,
        })),
        more: Math.max(0, found.posts.length - SHOWN),
        lastPlannedAt: found.lastScheduledAt === null ? null : time(found.lastScheduledAt),
      },
    };
  },
});

export const troubleTool = tool({
  name: 'list_troubled_posts',
  title: 'Posts that need their owner',
  description:
    'Posts that failed, were missed, or may or may not be out, each with why and what helps. ' +
    'Nothing happens to them until their owner decides in Pagecast.',
  calls: [listWaitingPosts],
  input: z.strictObject({ pageId: z.optional(page) }),
  data: z.object({ posts: z.array(PostShape), more: z.number() }),
  annotations: READING.annotations,
  async run({ pageId }, context) {
    const { posts, pagination } = await context.call(listWaitingPosts, {
      query: { for: 'owner', limit: 50, ...(pageId === undefined ? {} : { facebookPageId: pageId }) },
    });
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
    'They are not kept for anybody until a post is made.',
  calls: [freeSlots],
  input: z.strictObject({
    pageId: z.optional(page),
    from: z.optional(from),
    count: z.int().min(1).max(20).optional().describe('Of each page at most. Left out: 5.'),
  }),
  data: z.object({
    pages: z.array(z.object({ pageId: z.number(), at: z.array(Time) })),
  }),
  annotations: READING.annotations,
  async run({ pageId, from: begin, count = 5 }, { call, time }) {
    const { pages } = await call(freeSlots, {
      query: {
        count,
        ...(pageId === undefined ? {} : { facebookPageId: pageId }),
        ...(begin === undefined ? {} : { from: begin }),
      },
    });
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
