import Router from '@koa/router';
import * as contract from '../../contract/generation.ts';
import { handle } from '../../http/handle.ts';
import { readArticleRequest, type ArticleGenerator } from './article-generator.ts';
import type { TextGenerator } from './text-generator.ts';

export function generationRoutes({ generator, articles }: { generator: TextGenerator; articles: ArticleGenerator }): Router {
  const router = new Router();

  handle(router, contract.generateContent, async ({ body, request }) => ({
    content: await generator.write({
      prompt: body.prompt,
      contentType: body.contentType ?? null,
      keywords: body.keywords ?? null,
      tone: body.tone ?? null,
      language: body.language ?? null,
      length: body.length ?? null,
    }, request.signal),
  }));

  handle(router, contract.generateFiztechContent, async ({ body, request }) => ({ content: await articles.write(readArticleRequest(body), request.signal) }));

  return router;
}
