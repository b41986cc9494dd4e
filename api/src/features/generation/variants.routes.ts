import Router from '@koa/router';
import type * as z from 'zod/mini';
import * as contract from '../../contract/generation.ts';
import { failureOf } from '../../ai/ai-errors.ts';
import { AppError } from '../../http/errors.ts';
import { handle } from '../../http/handle.ts';
import type { Writing } from '../../prompts/writing.ts';
import { waitingFor, type WrittenOnce } from '../ai-calls/written-once.ts';
import { costOfAll, textCost } from './text-cost.ts';
import type { TextGenerator } from './text-generator.ts';
import { textRequest } from './text-request.ts';
import { alikeOf, askForVariants } from './variants.ts';
import type { VoiceOf } from './voice-of.ts';

interface Deps {
  readonly generator: TextGenerator;
  readonly once: WrittenOnce;
  readonly voiceOf: VoiceOf;
  readonly writing: () => Writing;
}

type Variant = z.infer<typeof contract.WrittenVariant>;

/** About how many letters a word has, with the space behind it. */
const LETTERS_OF_WORD = 6;

export function variantsRoutes({ generator, once, voiceOf, writing }: Deps): Router {
  const router = new Router();

  handle(router, contract.writeVariants, async ({ body, session, request, sendChunk }) => {
    const asks = askForVariants(await textRequest(voiceOf, session, body), writing());
    const waiting = waitingFor(request);
    const texts = asks.map((asked) => ({ purpose: 'post' as const, asked, prompt: body.prompt }));
    const begun = await once.begin(session, texts, waiting);
    // One that fails leaves the others to their ends, whatever it fails with.
    const ended = await Promise.allSettled(
      begun.map(async (one, place): Promise<Variant> => {
        const generationId = one.callId;
        sendChunk?.({ place, text: '', generationId });
        const write = (signal: AbortSignal) =>
          generator.write(
            asks[place]!,
            signal,
            sendChunk ? (text) => sendChunk({ place, text, generationId }) : undefined,
          );
        const variant = await once.finish(session, one, waiting, write).then(
          ({ text, costMicros }) => ({ content: text, generationId, costMicros, problem: null, isStopped: false }),
          (error: unknown) => failed(error, generationId),
        );
        sendChunk?.({ place, text: '', generationId, ended: variant });
        return variant;
      }),
    );
    const variants = ended.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
    return { variants, alike: alikeOf(variants.map(({ content }) => content)) };
  });

  handle(router, contract.estimateVariants, async ({ body, session }) => {
    const [least, most] = contract.LENGTH_WORDS[body.length ?? contract.DEFAULT_LENGTH];
    const asks = askForVariants(await textRequest(voiceOf, session, body), writing());
    return costOfAll(asks.map((asked) => textCost(asked, ((least + most) / 2) * LETTERS_OF_WORD)));
  });

  return router;
}

/** @throws what nobody has words for */
function failed(error: unknown, generationId: number): Variant {
  if (!(error instanceof AppError)) throw error;
  const code = typeof error.expose['code'] === 'string' ? error.expose['code'] : 'failed';
  return {
    content: null,
    generationId,
    costMicros: null,
    problem: { code, message: error.message },
    isStopped: failureOf(error) === 'stopped',
  };
}
