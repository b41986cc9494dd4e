import Router from '@koa/router';
import * as contract from '../../contract/generation.ts';
import { handle } from '../../http/handle.ts';
import type { TextGenerator } from './text-generator.ts';

export function generationRoutes({ generator }: { generator: TextGenerator }): Router {
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

  return router;
}
