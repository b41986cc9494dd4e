import type { Ai } from '../../ai/create-ai.ts';
import type { AiCalls } from '../ai-calls/ai-calls.feature.ts';
import { articleGenerator } from './article-generator.ts';
import { generationRoutes } from './generation.routes.ts';
import { recordedCall } from './recorded-call.ts';
import { textGenerator } from './text-generator.ts';

interface Deps {
  readonly configuration: { readonly ai: Ai };
  readonly aiCalls: AiCalls;
}

/** Texts that the AI writes for somebody who waits for them. */
export function createGeneration({ configuration: { ai }, aiCalls }: Deps) {
  const complete = ai.complete();
  return {
    routes: [
      generationRoutes({
        generator: textGenerator(complete),
        articles: articleGenerator(complete),
        record: recordedCall({ calls: aiCalls, budget: aiCalls.budget, model: ai.model }),
      }),
    ],
  };
}
