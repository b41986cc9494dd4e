import * as z from 'zod';
import { PageNumber, SearchText } from '../../contract/common.ts';
import { PageId, PostId } from '../../contract/ids.ts';
import { PROBLEM_ACTION } from '../../contract/pages.ts';
import { listPosts, POST_SORTS, POST_STATUSES, type Post } from '../../contract/posts.ts';
import { postResults, type PostResult } from '../../contract/results.ts';
import { postTimeline, type TimelineEntry } from '../../contract/timeline.ts';
import { Foreign } from '../foreign-shape.ts';
import { foreign, foreignOrNull } from '../foreign.ts';
import { said, type Said } from '../said.ts';
import { READING, tool, type ToolContext } from '../tool.ts';
import { KNOWING_PAGES, needKnownPage } from './known-page.ts';
import { PostShape, postShape, Time, WHOLE_TEXT } from './shapes.ts';

const PAGE_SIZE = 20;

const Results = z
  .object({ likes: z.number(), comments: z.number(), shares: z.number(), readAt: Time })
  .nullable()
  .describe('null: not known. That is not the same as 0.');

function resultsShape(result: PostResult | undefined, { time }: ToolContext): z.infer<typeof Results> {
  if (result?.figures == null) return null;
  const { likes, comments, shares, readAt } = result.figures;
  return { likes, comments, shares, readAt: time(readAt) };
}

const pageId = PageId.check(z.describe('Of one page: its pageId from list_pages. Left out: all pages.'));
const pageNumber = PageNumber.check(z.describe('Which page of the list. Left out: the first.'));

export const historyTool = tool({
  name: 'read_history',
  title: 'Published posts',
  description:
    'Posts that are out, with likes, comments and shares as last read, ' +
    'the newest first or the best first. Look here before you propose something, ' +
    'so that you do not repeat it.',
  calls: [listPosts, postResults, ...KNOWING_PAGES],
  input: z.strictObject({
    pageId: z.optional(pageId),
    text: z.optional(SearchText.check(z.describe('Words that the posts hold.'))),
    sort: z.enum(POST_SORTS).optional().describe('The most first, by this. Left out: the newest first.'),
    list: z.optional(pageNumber),
  }),
  data: z.object({
    posts: z.array(PostShape.extend({ results: Results, isGone: z.boolean() })),
    total: z.number(),
    list: z.number(),
    lists: z.number(),
  }),
  annotations: READING.annotations,
  async run(input, context) {
    const { posts, pagination } = await context.call(listPosts, {
      query: {
        status: 'published',
        limit: PAGE_SIZE,
        ...(input.pageId === undefined ? {} : { facebookPageId: input.pageId }),
        ...(input.text === undefined ? {} : { text: input.text }),
        ...(input.sort === undefined ? {} : { sort: input.sort }),
        ...(input.list === undefined ? {} : { page: input.list }),
      },
    });
    if (posts.length === 0) await needKnownPage(context, input.pageId, { shared: false });
    const ids = posts.map(({ id }) => id).join(',');
    const results = ids === '' ? [] : await context.call(postResults, { query: { ids } });
    const resultOf = new Map(results.map((result) => [result.postId, result]));
    return {
      done: said`Read ${posts.length} of ${pagination.total} published posts.`,
      notDone: READING.notDone,
      next: said`All of these are out already. list gives more of them; get_post tells all of one.`,
      repeating: READING.repeating,
      data: {
        posts: posts.map((post) => ({
          ...postShape(post, context),
          results: resultsShape(resultOf.get(post.id), context),
          isGone: resultOf.get(post.id)?.isGone ?? false,
        })),
        total: pagination.total,
        list: pagination.page,
        lists: pagination.pages,
      },
    };
  },
});

export const findPostsTool = tool({
  name: 'find_posts',
  title: 'Find posts',
  description: 'Posts of one state, newest first, all of them or those that hold certain words.',
  calls: [listPosts, ...KNOWING_PAGES],
  input: z.strictObject({
    status: z.enum(POST_STATUSES),
    text: z.optional(SearchText.check(z.describe('Words that the posts hold, each of them.'))),
    pageId: z.optional(pageId),
    list: z.optional(pageNumber),
  }),
  data: z.object({ posts: z.array(PostShape), total: z.number(), list: z.number(), lists: z.number() }),
  annotations: READING.annotations,
  async run(input, context) {
    const { posts, pagination } = await context.call(listPosts, {
      query: {
        limit: PAGE_SIZE,
        status: input.status,
        ...(input.pageId === undefined ? {} : { facebookPageId: input.pageId }),
        ...(input.text === undefined ? {} : { text: input.text }),
        ...(input.list === undefined ? {} : { page: input.list }),
      },
    });
    if (posts.length === 0) await needKnownPage(context, input.pageId, { shared: false });
    return {
      done: said`Found ${pagination.total} posts, and read ${posts.length} of them.`,
      notDone: READING.notDone,
      next: said`get_post tells all of one. A post that is listed here exists already: do not propose it again.`,
      repeating: READING.repeating,
      data: {
        posts: posts.map((post) => postShape(post, context)),
        total: pagination.total,
        list: pagination.page,
        lists: pagination.pages,
      },
    };
  },
});

/** Steps of a post's story that are told, the last ones. */
const STEPS = 60;

export const getPostTool = tool({
  name: 'get_post',
  title: 'One post and its story',
  description:
    'Everything about one post: its text, its state, every step that was taken, ' +
    'why it waits or failed, and what followers did. ' +
    'Answers "why did this post fail?" and "is it out?".',
  calls: [postTimeline, postResults],
  input: z.strictObject({ postId: PostId.check(z.describe('From another tool.')) }),
  data: z.object({
    post: PostShape,
    isOut: z.enum(['yes', 'no', 'not-known']).describe('Whether followers can see it.'),
    steps: z.array(z.object({ at: Time, what: z.string(), by: Foreign.nullable(), explanation: Foreign.nullable() })),
    results: Results,
  }),
  annotations: READING.annotations,
  async run({ postId }, context) {
    const { post, entries } = await context.call(postTimeline, { params: { id: postId } });
    const [result] =
      post.status === 'published' ? await context.call(postResults, { query: { ids: String(post.id) } }) : [];
    const isOut = whetherOut(post, result);
    return {
      done: said`Read post ${post.id} with its story.`,
      notDone: READING.notDone,
      next: NEXT_OF[isOut === 'not-known' ? 'not-known' : post.status],
      repeating: READING.repeating,
      data: {
        post: postShape(post, context, WHOLE_TEXT),
        isOut,
        steps: entries.slice(-STEPS).map((entry) => step(entry, context)),
        results: resultsShape(result, context),
      },
    };
  },
});

function whetherOut({ status, problem }: Post, result: PostResult | undefined): 'yes' | 'no' | 'not-known' {
  if (problem?.action === PROBLEM_ACTION.resolve) return 'not-known';
  if (status === 'publishing') return 'not-known';
  return status === 'published' && result?.isGone !== true ? 'yes' : 'no';
}

const NEXT_OF: Readonly<Record<Post['status'] | 'not-known', Said>> = {
  draft: said`It is a draft: nothing goes out until its owner schedules or publishes it in Pagecast.`,
  scheduled: said`It is published automatically at scheduledAt. There is nothing to do,
      and it must not be proposed again. If it has a problem, tell the person what whatHelps says.`,
  publishing: said`It is on its way out right now. Do not send it again. Ask again in a minute.`,
  published: said`It is done. There is nothing to do, and it must not be proposed again.`,
  failed: said`It did not go out. Tell the person why, and what whatHelps says: its owner decides in Pagecast.
      Do not propose it again unless the person asks for another post.`,
  missed: said`Its time passed and it did not go out. Its owner publishes it or picks another time in Pagecast.
      Do not propose it again unless the person asks for another post.`,
  'not-known': said`Nobody can tell yet whether it is out. Do not propose or send it again:
      followers could see it twice. Pagecast finds out, or its owner says.`,
};

function step(entry: TimelineEntry, { time }: ToolContext) {
  const by = 'by' in entry && entry.by !== null ? foreign(entry.by.name) : null;
  return { at: time(entry.at), what: WHAT[entry.kind](entry as never), by, explanation: explanationOf(entry) };
}

type OfKind<K extends TimelineEntry['kind']> = Extract<TimelineEntry, { kind: K }>;
const WHAT: { readonly [K in TimelineEntry['kind']]: (entry: OfKind<K>) => Said } = {
  written: ({ isAiGenerated }) => (isAiGenerated ? said`written by the AI` : said`written`),
  edited: () => said`edited`,
  scheduled: () => said`scheduled`,
  unscheduled: () => said`unscheduled`,
  'publish-asked': () => said`asked to be published at once`,
  held: () => said`put on hold`,
  released: () => said`back on schedule`,
  'not-out': () => said`did not go out`,
  attempt: ({ outcome }) => ATTEMPTS[outcome],
  published: () => said`published`,
  engagement: ({ likes, comments, shares }) => said`${likes} likes, ${comments} comments, ${shares} shares`,
  gone: () => said`no longer there: deleted or hidden at Facebook`,
};
const ATTEMPTS: Readonly<Record<OfKind<'attempt'>['outcome'], Said>> = {
  'under-way': said`an attempt to publish it is under way`,
  published: said`an attempt published it`,
  refused: said`an attempt was refused`,
  abandoned: said`an attempt was given up`,
};

function explanationOf(entry: TimelineEntry): Foreign | null {
  if ('problem' in entry && entry.problem !== null) return foreign(entry.problem.message, 1000);
  return entry.kind === 'attempt' ? foreignOrNull(entry.fault?.message, 1000) : null;
}
