import { calcPrice } from '@pydantic/genai-prices';
import type { Usage } from '../../ai/ai.ts';
import { PROVIDER } from '../../ai/provider.ts';

/** What is sent to the AI, and the most that may come back. */
export interface Asked {
  readonly rules: string;
  readonly prompt: string;
  readonly maxTokens: number;
}

const MICROS = 1_000_000;
/**
 * US dollars for a million tokens of a model without a list price: dearer than most, so that a budget holds there too.
 */
const UNLISTED = { input: 5, output: 25 } as const;
/** Tokens that the roles, the schema of the answer and the ends of the messages take beside the words. */
const FRAME_TOKENS = 200;

/** Millionths of a US dollar at the list price of `model`; null for a model that is not on the list. */
export function costMicros(model: string, usage: Usage): number | null {
  const price = calcPrice({ input_tokens: usage.inputTokens, output_tokens: usage.outputTokens }, model, {
    providerId: PROVIDER.name,
  });
  return price === null ? null : Math.round(price.total_price * MICROS);
}

/** What an answer counts for in the budgets, in millionths of a US dollar: also of a model without a list price. */
export function chargeMicros(model: string, usage: Usage): number {
  return (
    costMicros(model, usage) ?? Math.ceil(usage.inputTokens * UNLISTED.input + usage.outputTokens * UNLISTED.output)
  );
}

/** The most that a call can cost, in millionths of a US dollar. No text has more tokens than bytes. */
export function mostMicros(model: string, { rules, prompt, maxTokens }: Asked): number {
  return chargeMicros(model, {
    inputTokens: Buffer.byteLength(rules) + Buffer.byteLength(prompt) + FRAME_TOKENS,
    outputTokens: maxTokens,
  });
}
