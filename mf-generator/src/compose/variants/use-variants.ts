import { useNotify } from '@pagecast/shell/kit';
import { useSyncExternalStore } from 'react';
import type { GenerationBody } from '../read-draft.ts';
import { useWhileComposing } from '../while-composing.ts';
import { variantRun, type VariantRun } from './variant-run.ts';

/** Of each draft, for as long as somebody is in the composer. */
const runs = new WeakMap<AbortSignal, Map<string, VariantRun>>();

function runOf(composing: AbortSignal, key: string): VariantRun {
  const ofDrafts = runs.get(composing) ?? new Map<string, VariantRun>();
  runs.set(composing, ofDrafts);
  const known = ofDrafts.get(key);
  if (known !== undefined) return known;
  const run = variantRun();
  ofDrafts.set(key, run);
  // Who leaves wants them no more.
  composing.addEventListener('abort', run.close);
  return run;
}

/** The variants of a draft. They go on, and stay, while another form or draft shows. */
export function useVariants(key: string) {
  const notify = useNotify();
  const { shown, subscribe, start, ...rest } = runOf(useWhileComposing(), key);
  const run = useSyncExternalStore(subscribe, shown);
  return { run, start: (body: GenerationBody) => start(body, notify), ...rest };
}
