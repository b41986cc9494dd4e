import Router from '@koa/router';
import type * as z from 'zod/mini';
import * as contract from '../../contract/generation.ts';
import type { Owner } from '../../db/owner.ts';
import { NotFoundError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import type { Writing } from '../../prompts/writing.ts';
import type { AiCalls } from '../ai-calls/ai-calls.feature.ts';
import { writeOne, type WrittenOnce } from '../ai-calls/written-once.ts';
import { bare } from '../automation/text-quality.ts';
import { askToRewrite, rewrittenLength, type RewriteRequest } from './rewrite.ts';
import { textCost } from './text-cost.ts';
import type { TextGenerator } from './text-generator.ts';
import type { VoiceOf } from './voice-of.ts';

interface Deps {
  readonly generator: TextGenerator;
  readonly once: WrittenOnce;
  readonly calls: Pick<AiCalls, 'askToStop' | 'hasCalledAi'>;
  readonly voiceOf: VoiceOf;
  readonly writing: () => Writing;
}

export function rewritingRoutes({ generator, once, calls, voiceOf, writing }: Deps): Router {
  const router = new Router();

  handle(router, contract.rewriteText, async ({ body, session, request, sendChunk }) => {
    const asked = askToRewrite(await requestOf(session, body), writing());
    const paid = await writeOne(once, session, { purpose: 'post', asked, prompt: body.text }, request, {
      onBegun: (generationId) => sendChunk?.({ text: '', generationId }),
      write: (signal, generationId) =>
        generator.write(asked, signal, sendChunk ? (text) => sendChunk({ text, generationId }) : undefined),
    });
    return { content: bare(paid.text), generationId: paid.callId, costMicros: paid.costMicros };
  });

  handle(router, contract.estimateRewriting, async ({ body, session }) => {
    const wanted = await requestOf(session, body);
    return textCost(askToRewrite(wanted, writing()), rewrittenLength(wanted));
  });

  handle(router, contract.stopWriting, async ({ params, session }) => {
    const isStopped = await calls.askToStop(session, params.id);
    if (!isStopped && !(await calls.hasCalledAi(session, params.id)))
      throw new NotFoundError('This text is no longer being written.');
    return { isStopped };
  });

  return router;

  async function requestOf(who: Owner, body: z.output<typeof contract.rewriteText.body>): Promise<RewriteRequest> {
    const { rewriting, text, before = '', after = '', tone = null, facebookPageId = null } = body;
    return { rewriting, text, before, after, tone, voice: (await voiceOf(who, facebookPageId)).voice };
  }
}
