import Router from '@koa/router';
import * as contract from '../../contract/generation.ts';
import { handle } from '../../http/handle.ts';
import type { Writing } from '../../prompts/writing.ts';
import { articleHeldToSource, heldSoFar } from '../../sourcing/about-source.ts';
import { writeOne, type WrittenOnce } from '../ai-calls/written-once.ts';
import { askForArticle, readArticle, readArticleRequest, type ArticleGenerator } from './article-generator.ts';
import type { SourceOf } from './source-of.ts';

interface Deps {
  readonly articles: ArticleGenerator;
  readonly once: WrittenOnce;
  readonly sourceOf: SourceOf;
  readonly writing: () => Writing;
}

export function articleGenerationRoutes({ articles, once, sourceOf, writing }: Deps): Router {
  const router = new Router();

  handle(router, contract.generateFiztechContent, async ({ body, session, request, sendChunk }) => {
    const source = await sourceOf(session, body.sourceId);
    const wanted = { ...readArticleRequest(body), source };
    const asked = askForArticle(wanted, writing());
    const { text, callId } = await writeOne(once, session, { purpose: 'tech', asked, prompt: asked.prompt }, request, {
      onBegun: (generationId) =>
        request.idempotencyKey && sendChunk?.({ content: { title: '', body: '' }, generationId }),
      write: (signal, generationId) =>
        articles.write(
          asked,
          signal,
          sendChunk ? (content) => sendChunk({ content: heldSoFar(content, source), generationId }) : undefined,
        ),
    });
    const article = readArticle(text, wanted);
    return { content: source === null ? article : articleHeldToSource(article, source), generationId: callId };
  });

  return router;
}
