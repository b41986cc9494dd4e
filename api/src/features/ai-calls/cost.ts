import { calcPrice } from '@pydantic/genai-prices';

/** What one answer took. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}

const MICROS = 1_000_000;

/** Millionths of a US dollar at the list price of `model`; null for a model that is not on the list. */
export function costMicros(model: string, usage: Usage): number | null {
  const price = calcPrice({ input_tokens: usage.inputTokens, output_tokens: usage.outputTokens }, model, { providerId: 'openai' });
  return price === null ? null : Math.round(price.total_price * MICROS);
}
