import type { AiProvider } from './ai.ts';
import { openai } from './openai/openai.ts';

/** The AI that writes. Another one is a folder beside `openai` and its name here. */
export const PROVIDER: AiProvider = openai;
