import Router from '@koa/router';
import * as contract from '../../contract/generation.ts';
import { handle } from '../../http/handle.ts';
import type { RecordedCall } from '../ai-calls/recorded-call.ts';
import { promptFor, readArticleRequest, type ArticleGenerator } from './article-generator.ts';
import type { TextGenerator } from './text-generator.ts';

export function generationRoutes({ generator, articles, record }: { generator: TextGenerator; articles: ArticleGenerator; record: RecordedCall }): Router {
  const router = new Router();

  handle(router, contract.generateContent, async ({ body, session, request, tell }) => {
    const { text, callId } = await record(session, { purpose: 'post', prompt: body.prompt }, (generationId) => generator.write({
      prompt: body.prompt,
      contentType: body.contentType ?? null,
      keywords: body.keywords ?? null,
      tone: body.tone ?? null,
      language: body.language ?? null,
      length: body.length ?? null,
    }, request.signal(), tell === null ? undefined : (text) => tell({ text, generationId })));
    return { content: text, generationId: callId };
  });

  handle(router, contract.generateFiztechContent, async ({ body, session, request, tell }) => {
    const asked = readArticleRequest(body);
    const { article, callId } = await record(session, { purpose: 'tech', prompt: promptFor(asked) }, (generationId) =>
      articles.write(asked, request.signal(), tell === null ? undefined : (content) => tell({ content, generationId })));
    return { content: article, generationId: callId };
  });

  return router;
}
