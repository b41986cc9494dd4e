import { Counter, type Registry } from 'prom-client';
import type { EndedCall } from './ai-calls.repository.ts';

/** What the AI is asked, and what it costs. */
export function aiMetrics({ registry }: { readonly registry: Registry }) {
  const registers = [registry];
  const calls = new Counter({
    name: 'ai_calls_total',
    help: 'Calls of the AI that have ended',
    labelNames: ['purpose', 'model', 'outcome'],
    registers,
  });
  const spent = new Counter({
    name: 'ai_spend_microdollars_total',
    help: 'What calls of the AI count for in the budgets, in millionths of a US dollar',
    labelNames: ['purpose', 'model'],
    registers,
  });
  return (ended: EndedCall | null, outcome: 'answered' | 'failed'): void => {
    if (ended === null) return;
    const { purpose, model, micros } = ended;
    calls.inc({ purpose, model, outcome });
    spent.inc({ purpose, model }, micros);
  };
}
