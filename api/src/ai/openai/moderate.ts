import { APIError } from 'openai/core/error';
import * as z from 'zod';
import type { AiProvider } from '../ai.ts';

const MODEL = 'omni-moderation-latest';
/** How servers answer that have no such call. */
const ABSENT: ReadonlySet<number | undefined> = new Set([404, 405, 501]);
const Answer = z.object({
  results: z.array(z.object({ flagged: z.boolean(), categories: z.record(z.string(), z.boolean().nullish()) })).min(1),
});

/** OpenAI's moderations. Servers that speak like it mostly leave them out. */
export const moderate: AiProvider['moderate'] = async (text, { baseUrl, apiKey, giveUpMs, signal }) => {
  const { OpenAI: Client } = await import('openai');
  const client = new Client({ apiKey, baseURL: baseUrl, timeout: giveUpMs, maxRetries: 0, logLevel: 'off' });
  try {
    const answer = Answer.safeParse(
      await client.moderations.create({ model: MODEL, input: text }, signal && { signal }),
    );
    // A server that answers everything with something has no such call either.
    if (!answer.success) return null;
    return answer.data.results.flatMap(({ flagged, categories }) =>
      flagged ? Object.keys(categories).filter((category) => categories[category] === true) : [],
    );
  } catch (error) {
    if (error instanceof APIError && ABSENT.has(error.status)) return null;
    throw error;
  }
};
