import * as z from 'zod';
import { PROBLEM_ACTION, type Problem } from '../../contract/pages.ts';
import type { Post } from '../../contract/posts.ts';
import { Foreign } from '../foreign-shape.ts';
import { foreign, foreignOrNull } from '../foreign.ts';
import { said, type Said } from '../said.ts';
import type { ToolContext } from '../tool.ts';

export const Time = z.string().describe('With its offset from UTC, such as 2026-11-24T09:00:00+08:00.');

/** Letters of a text in a list; `get_post` has more of it. */
export const EXCERPT = 280;
export const WHOLE_TEXT = 10_000;

export const PostShape = z.object({
  postId: z.number(),
  pageId: z.number().nullable(),
  pageName: Foreign.nullable(),
  status: z.string(),
  kind: z.string().describe('text, image, video or reel'),
  text: Foreign,
  scheduledAt: Time.nullable(),
  publishedAt: Time.nullable(),
  address: Foreign.nullable().describe('Where the published post can be seen.'),
  problem: z
    .object({ code: Foreign, explanation: Foreign, whatHelps: z.string() })
    .nullable()
    .describe('Why it waits, or did not go out.'),
});
export type PostShape = z.infer<typeof PostShape>;

export function postShape(post: Post, { time }: ToolContext, letters = EXCERPT): PostShape {
  return {
    postId: post.id,
    pageId: post.facebookPageId,
    pageName: foreignOrNull(post.pageName),
    status: post.status,
    kind: post.placement === 'story' ? 'story' : post.mediaType,
    text: foreign(post.content, letters),
    scheduledAt: post.scheduledAt === null ? null : time(post.scheduledAt),
    publishedAt: post.publishedAt === null ? null : time(post.publishedAt),
    address: foreignOrNull(post.permalinkUrl),
    problem: post.problem === null ? null : problemShape(post.problem),
  };
}

export function problemShape({ code, message, action }: Problem) {
  return { code: foreign(code), explanation: foreign(message, 1000), whatHelps: whatHelps(action) };
}

const HELP: Readonly<Record<string, Said>> = {
  [PROBLEM_ACTION.reconnect]: said`The owner reconnects the page in Pagecast under Settings. No tool can do that.`,
  [PROBLEM_ACTION.publishNow]: said`The owner publishes it now or picks another time, in Pagecast under Scheduled
    Posts.`,
  [PROBLEM_ACTION.edit]: said`The owner changes the post in Pagecast, under Scheduled Posts.`,
  [PROBLEM_ACTION.choosePage]: said`The owner chooses another page for it in Pagecast.`,
  [PROBLEM_ACTION.openFacebook]: said`The owner looks at the page on Facebook.`,
  [PROBLEM_ACTION.resolve]: said`The post may be out already. Only the owner can say, after a look at the page.
      Do not propose it again.`,
  [PROBLEM_ACTION.resume]: said`The owner resumes the page's automation in Pagecast.`,
};
export function whatHelps(action: string | null): Said {
  return (
    HELP[action ?? ''] ??
    said`There is nothing to do here. Pagecast handles it automatically, or the owner decides in Pagecast.`
  );
}
