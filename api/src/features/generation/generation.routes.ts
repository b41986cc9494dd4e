import Router from '@koa/router';
import * as contract from '../../contract/generation.ts';
import { handle } from '../../http/handle.ts';
import type { Writing } from '../../prompts/writing.ts';
import type { RecordedCall } from '../ai-calls/recorded-call.ts';
import { askForArticle, readArticleRequest, type ArticleGenerator } from './article-generator.ts';
import { askForText, partsByPage, partsFor, type TextGenerator } from './text-generator.ts';
import { textRequest } from './text-request.ts';
import type { VoiceOf, VoicesOf } from './voice-of.ts';

export function generationRoutes({
  generator,
  articles,
  record,
  voiceOf,
  voicesOf,
  writing,
}: {
  generator: TextGenerator;
  articles: ArticleGenerator;
  record: RecordedCall;
  voiceOf: VoiceOf;
  voicesOf: VoicesOf;
  writing: () => Writing;
}): Router {
  const router = new Router();

  handle(router, contract.generateContent, async ({ body, session, request, sendChunk }) => {
    const asked = askForText(await textRequest(voiceOf, session, body), writing());
    const { text, callId } = await record(
      session,
      { purpose: 'post', prompt: body.prompt, asked, timeZone: request.timeZone },
      (generationId) =>
        generator.write(
          asked,
          request.signal(),
          sendChunk === null ? undefined : (text) => sendChunk({ text, generationId }),
        ),
    );
    return { content: text, generationId: callId };
  });

  handle(router, contract.showPrompt, async ({ body, session }) => {
    const parts = partsFor(await textRequest(voiceOf, session, body), writing());
    const voices = await voicesOf(session, body.facebookPageId == null ? (body.pageIds ?? []) : []);
    return { parts: voices.length < 2 ? parts : partsByPage(parts, voices) };
  });

  handle(router, contract.generateFiztechContent, async ({ body, session, request, sendChunk }) => {
    const wanted = readArticleRequest(body);
    const asked = askForArticle(wanted, writing());
    const { article, callId } = await record(
      session,
      { purpose: 'tech', prompt: asked.prompt, asked, timeZone: request.timeZone },
      (generationId) =>
        articles.write(
          wanted,
          asked,
          request.signal(),
          sendChunk === null ? undefined : (content) => sendChunk({ content, generationId }),
        ),
    );
    return { content: article, generationId: callId };
  });

  return router;
}
