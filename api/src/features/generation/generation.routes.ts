import Router from '@koa/router';
import type * as z from 'zod/mini';
import * as contract from '../../contract/generation.ts';
import type { Owner } from '../../db/owner.ts';
import { handle } from '../../http/handle.ts';
import type { Writing } from '../../prompts/writing.ts';
import { heldToSource, piecesAbout } from '../../sourcing/about-source.ts';
import { writeOne, type WrittenOnce } from '../ai-calls/written-once.ts';
import type { SourceOf } from './source-of.ts';
import { aboutSource, askForText, partsByPage, partsFor, type TextGenerator } from './text-generator.ts';
import { textRequest } from './text-request.ts';
import type { VoiceOf, VoicesOf } from './voice-of.ts';

interface Deps {
  readonly generator: TextGenerator;
  readonly once: WrittenOnce;
  readonly voiceOf: VoiceOf;
  readonly voicesOf: VoicesOf;
  readonly sourceOf: SourceOf;
  readonly writing: () => Writing;
}

export function generationRoutes({ generator, once, voiceOf, voicesOf, sourceOf, writing }: Deps): Router {
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
    const { text, callId } = await writeOne(once, session, { purpose: 'post', asked, prompt: body.prompt }, request, {
      onBegun: (generationId) => request.idempotencyKey && sendChunk?.({ text: '', generationId }),
      write: (signal, generationId) =>
        generator.write(
          asked,
          signal,
          sendChunk ? (next) => sendChunk({ text: shown(next), generationId }) : undefined,
        ),
    });
    return { content: about === null ? text : heldToSource(text, about), generationId: callId };
  });

  handle(router, contract.showPrompt, async ({ body, session }) => {
    const parts = partsFor(await requestOf(session, body), writing());
    const voices = await voicesOf(session, body.facebookPageId == null ? (body.pageIds ?? []) : []);
    return { parts: voices.length < 2 ? parts : partsByPage(parts, voices) };
  });

  return router;
}
