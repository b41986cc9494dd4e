import Router from '@koa/router';
import type * as z from 'zod/mini';
import * as contract from '../../contract/generation.ts';
import type { Owner } from '../../db/owner.ts';
import { handle } from '../../http/handle.ts';
import type { Writing } from '../../prompts/writing.ts';
import { articleHeldToSource, heldSoFar, heldToSource, piecesAbout } from '../../sourcing/about-source.ts';
import type { RecordedCall } from '../ai-calls/recorded-call.ts';
import type { SourceOf } from './source-of.ts';
import { askForArticle, readArticleRequest, type ArticleGenerator } from './article-generator.ts';
import { aboutSource, askForText, partsByPage, partsFor, type TextGenerator } from './text-generator.ts';
import { textRequest } from './text-request.ts';
import type { VoiceOf, VoicesOf } from './voice-of.ts';

interface Deps {
  readonly generator: TextGenerator;
  readonly articles: ArticleGenerator;
  readonly record: RecordedCall;
  readonly voiceOf: VoiceOf;
  readonly voicesOf: VoicesOf;
  readonly sourceOf: SourceOf;
  readonly writing: () => Writing;
}

export function generationRoutes({ generator, articles, record, voiceOf, voicesOf, sourceOf, writing }: Deps): Router {
  const router = new Router();
  const requestOf = async (who: Owner, body: z.output<typeof contract.showPrompt.body>) => ({
    ...(await textRequest(voiceOf, who, body)),
    source: await sourceOf(who, body.sourceId),
  });

  handle(router, contract.generateContent, async ({ body, session, request, sendChunk }) => {
    const wanted = await requestOf(session, body);
    const asked = askForText(wanted, writing());
    const about = aboutSource(wanted);
    const shown = about === null ? (text: string) => text : piecesAbout(about);
    const { text, callId } = await record(
      session,
      { purpose: 'post', prompt: body.prompt, asked, timeZone: request.timeZone },
      (generationId) =>
        generator.write(
          asked,
          request.signal(),
          sendChunk === null ? undefined : (text) => sendChunk({ text: shown(text), generationId }),
        ),
    );
    return { content: about === null ? text : heldToSource(text, about), generationId: callId };
  });

  handle(router, contract.showPrompt, async ({ body, session }) => {
    const parts = partsFor(await requestOf(session, body), writing());
    const voices = await voicesOf(session, body.facebookPageId == null ? (body.pageIds ?? []) : []);
    return { parts: voices.length < 2 ? parts : partsByPage(parts, voices) };
  });

  handle(router, contract.generateFiztechContent, async ({ body, session, request, sendChunk }) => {
    const source = await sourceOf(session, body.sourceId);
    const wanted = { ...readArticleRequest(body), source };
    const asked = askForArticle(wanted, writing());
    const { article, callId } = await record(
      session,
      { purpose: 'tech', prompt: asked.prompt, asked, timeZone: request.timeZone },
      (generationId) =>
        articles.write(
          wanted,
          asked,
          request.signal(),
          sendChunk === null
            ? undefined
            : (content) => sendChunk({ content: heldSoFar(content, source), generationId }),
        ),
    );
    return { content: source === null ? article : articleHeldToSource(article, source), generationId: callId };
  });

  return router;
}
