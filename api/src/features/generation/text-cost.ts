import type { AiCost } from '../../contract/generation.ts';
import type { Ask } from '../../prompts/prompt.ts';
import { costMicros, mostMicros } from '../ai-calls/cost.ts';

/** As tokens of English and Malay prose count, about. */
const LETTERS_OF_TOKEN = 4;

/** What an answer will cost about, and at most: nothing of a model without a list price. @param length in letters */
export function textCost(asked: Ask, length: number): AiCost {
  const { model, rules, prompt } = asked;
  const usualMicros = costMicros(model, {
    inputTokens: Math.ceil((rules.length + prompt.length) / LETTERS_OF_TOKEN),
    outputTokens: Math.ceil(length / LETTERS_OF_TOKEN),
  });
  return { usualMicros, mostMicros: usualMicros === null ? null : mostMicros(model, asked) };
}

/** Of several together. */
export function costOfAll(costs: readonly AiCost[]): AiCost {
  const sum = (all: readonly (number | null)[]) =>
    all.reduce<number | null>((total, one) => (total === null || one === null ? null : total + one), 0);
  return { usualMicros: sum(costs.map((one) => one.usualMicros)), mostMicros: sum(costs.map((one) => one.mostMicros)) };
}
