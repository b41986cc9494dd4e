import type { Knex } from 'knex';
import type { Ai } from '../../ai/create-ai.ts';
import type { AiCalls } from '../ai-calls/ai-calls.feature.ts';
import { recordedCall } from '../ai-calls/recorded-call.ts';
import { pageRights } from '../page-rights/page-rights.ts';
import { pageVoiceRepository } from './page-voice.repository.ts';
import { pageVoiceRoutes } from './page-voice.routes.ts';

interface Deps {
  readonly db: Knex;
  readonly configuration: { readonly ai: Ai };
  readonly aiCalls: AiCalls;
}

/** How pages speak and what is true of them: proposed by their posts, decided by their owners. */
export function createPageVoice({ db, configuration: { ai }, aiCalls }: Deps) {
  const voices = pageVoiceRepository(db);
  const record = recordedCall({ calls: aiCalls, budget: aiCalls.budget });
  return {
    /** As its owner saved it; empty where nobody has. Whoever asks may see the page. */
    find: voices.find,
    routes: [pageVoiceRoutes({ voices, ...pageRights(db), complete: ai.complete(), record, writing: ai.writing })],
  };
}
export type PageVoices = ReturnType<typeof createPageVoice>;
