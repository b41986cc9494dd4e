import type { Config } from '../../config/config.ts';
import type { AiCalls } from '../ai-calls/ai-calls.feature.ts';
import { articleGenerator } from './article-generator.ts';
import { completion } from './completion.ts';
import { generationRoutes } from './generation.routes.ts';
import { recordedCall } from './recorded-call.ts';
import { textGenerator } from './text-generator.ts';

interface Deps {
  readonly config: Config;
  readonly configuration: { openaiKey(): string | null };
  readonly aiCalls: AiCalls;
}

/** Texts that the AI writes for somebody who waits for them. */
export function createGeneration({ config, configuration, aiCalls }: Deps) {
  const model = config.OPENAI_MODEL;
  const complete = completion({ apiKey: configuration.openaiKey, baseUrl: config.OPENAI_BASE_URL, model });
  return {
    routes: [
      generationRoutes({
        generator: textGenerator(complete),
        articles: articleGenerator(complete),
        record: recordedCall({ calls: aiCalls, budget: aiCalls.budget, model }),
      }),
    ],
  };
}
