import type { Knex } from 'knex';
import type { Ai } from '../../ai/create-ai.ts';
import type { AiCalls } from '../ai-calls/ai-calls.feature.ts';
import { pageRights } from '../page-rights/page-rights.ts';
import { writtenOnce } from '../ai-calls/written-once.ts';
import type { Idempotency } from '../idempotency/idempotency.feature.ts';
import type { PageVoices } from '../page-voice/page-voice.feature.ts';
import type { Sources } from '../sources/sources.feature.ts';
import { articleGenerator } from './article-generator.ts';
import { articleGenerationRoutes } from './article-generation.routes.ts';
import { generationRoutes } from './generation.routes.ts';
import { recordedCall } from '../ai-calls/recorded-call.ts';
import { rewritingRoutes } from './rewriting.routes.ts';
import { rewording } from './reword.ts';
import { sourceOf } from './source-of.ts';
import { textGenerator } from './text-generator.ts';
import { variantsRoutes } from './variants.routes.ts';
import { rejectionsRepository } from '../rejections/rejections.repository.ts';
import { voiceOf, voicesOf } from './voice-of.ts';

interface Deps {
  readonly configuration: { readonly ai: Ai };
  readonly aiCalls: AiCalls;
  readonly idempotency: Idempotency;
  readonly db: Knex;
  readonly pageVoice: Pick<PageVoices, 'find'>;
  readonly sources: Pick<Sources, 'find'>;
}

/** Texts that the AI writes for somebody who waits for them. */
export function createGeneration({ configuration: { ai }, aiCalls, idempotency, db, pageVoice, sources }: Deps) {
  const complete = ai.complete();
  const generator = textGenerator(complete);
  const { writing } = ai;
  const known = { ...pageRights(db), voices: pageVoice };
  const voice = voiceOf({ ...known, rejections: rejectionsRepository(db) });
  const source = sourceOf(sources);
  const once = writtenOnce({ calls: aiCalls, budget: aiCalls.budget, keys: idempotency });
  const record = recordedCall({ calls: aiCalls, budget: aiCalls.budget });
  return {
    reword: rewording({ generator, record, writing }),
    routes: [
      articleGenerationRoutes({ articles: articleGenerator(complete), once, sourceOf: source, writing }),
      generationRoutes({
        generator,
        once,
        writing,
        sourceOf: source,
        voiceOf: voice,
        voicesOf: voicesOf(known),
      }),
      variantsRoutes({ generator, once, voiceOf: voice, writing }),
      rewritingRoutes({ generator, once, calls: aiCalls, voiceOf: voice, writing }),
    ],
  };
}
export type Generation = ReturnType<typeof createGeneration>;
