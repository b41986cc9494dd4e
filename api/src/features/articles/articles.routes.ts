import Router from '@koa/router';
import * as contract from '../../contract/generation.ts';
import { FIZTECH } from '../../contract/networks.ts';
import { handle } from '../../http/handle.ts';
import type { Post } from '../posts/post.ts';
import { problemWords } from '../../problems/readers-words.ts';
import type { PostsService } from '../posts/posts.service.ts';
import { CONTENT_TYPES, readArticle, textOf } from '../../networks/fiztech/article.ts';

export function articlesRoutes({ posts }: { posts: PostsService }): Router {
  const router = new Router();

  handle(router, contract.publishToFiztech, async ({ body, session, request }) => {
    const article = readArticle(body.contentType, body.content);
    const post = await posts.create(
      session,
      {
        target: FIZTECH,
        content: textOf(article),
        contentType: CONTENT_TYPES[article.type],
        article,
        status: 'published',
        // The screen publishes nothing but what was generated on it.
        isAiGenerated: true,
        tone: null,
        keywords: null,
        scheduledAt: null,
        facebookPageId: null,
        aiCallId: body.generationId ?? null,
      },
      request.idempotencyKey,
    );
    return { message: sentenceFor(post) };
  });

  return router;
}

function sentenceFor(post: Post): string {
  if (post.status === 'published') return 'Published to Fiztech';
  return post.problem === null
    ? "The article is on its way to the tech site. Post History shows when it's published."
    : problemWords(post.problem, { now: post.readAt });
}
