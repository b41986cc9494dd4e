import { z } from 'zod';
import { invalidRequest } from './openai-error.ts';

const Body = z.looseObject({ model: z.string().optional(), input: z.union([z.string(), z.array(z.string()).min(1)]) });

/** By words that nobody writes by chance; a real model reads the whole text. */
const CATEGORIES: Readonly<Record<string, RegExp>> = {
  harassment: /\byou (?:stupid )?idiots?\b|\bbodoh betul kamu\b/i,
  hate: /\bsubhuman\b/i,
  'self-harm': /\bkill yourself\b/i,
  sexual: /\bexplicit sex\b/i,
  violence: /\b(?:we will|let us) (?:kill|hurt) them\b|\bbunuh mereka\b/i,
};

/** Answers `POST /v1/moderations`. @throws OpenaiError */
export function moderations(json: unknown): unknown {
  const parsed = Body.safeParse(json);
  if (!parsed.success) throw invalidRequest("Invalid value for 'input'.", 'input');
  const { model = 'omni-moderation-latest', input } = parsed.data;
  const texts = typeof input === 'string' ? [input] : input;
  return {
    id: 'modr-sandbox',
    model,
    results: texts.map((text) => {
      const categories = Object.fromEntries(
        Object.entries(CATEGORIES).map(([category, words]) => [category, words.test(text)]),
      );
      return {
        flagged: Object.values(categories).includes(true),
        categories,
        category_scores: Object.fromEntries(
          Object.entries(categories).map(([category, isFound]) => [category, isFound ? 0.97 : 0.001]),
        ),
      };
    }),
  };
}
