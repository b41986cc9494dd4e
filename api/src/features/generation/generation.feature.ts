import type { Ai } from '../../ai/create-ai.ts';
import type { AiCalls } from '../ai-calls/ai-calls.feature.ts';
import { articleGenerator } from './article-generator.ts';
import { generationRoutes } from './generation.routes.ts';
import { recordedCall } from './recorded-call.ts';
import { rewording } from './reword.ts';
import { textGenerator } from './text-generator.ts';

interface Deps {
  readonly configuration: { readonly ai: Ai };
  readonly aiCalls: AiCalls;
}

/** Texts that the AI writes for somebody who waits for them. */
export function createGeneration({ configuration: { ai }, aiCalls }: Deps) {
  const complete = ai.complete();
  const generator = textGenerator(complete);
  const record = recordedCall({ calls: aiCalls, budget: aiCalls.budget, model: ai.model });
  return {
    reword: rewording({ generator, record }),
    routes: [generationRoutes({ generator, articles: articleGenerator(complete), record })],
  };
}
export type Generation = ReturnType<typeof createGeneration>;
