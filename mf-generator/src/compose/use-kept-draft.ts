import { useUser } from '@pagecast/shell/kit';
import { useCallback, useState, type Dispatch, type SetStateAction } from 'react';
import { emptyDraft, type Draft } from './draft.ts';

/** The draft outlives a look at another screen and a reload, for as long as the tab is open. It can be changed after the screen is gone. */
export function useKeptDraft(): [Draft, Dispatch<SetStateAction<Draft>>] {
  const key = `pagecast.draft.${useUser().id}`;
  const [draft, setDraft] = useState<Draft>(() => readKept(key));
  const change = useCallback((next: SetStateAction<Draft>) => {
    setDraft(next);
    keep(key, typeof next === 'function' ? next(readKept(key)) : next);
  }, [key]);
  return [draft, change];
}

/** A full or forbidden storage costs only the memory, not the composer. */
function keep(key: string, draft: Draft): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(draft));
  } catch {
    return;
  }
}

/** Anything that is not a draft of this build is left alone: an older build may have kept another shape. */
function readKept(key: string): Draft {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return emptyDraft;
    const fields = new Map<string, unknown>(Object.entries(kept));
    const isWhole = Object.entries(emptyDraft).every(([name, value]) => typeof fields.get(name) === typeof value);
    return isWhole ? { ...emptyDraft, ...kept } : emptyDraft;
  } catch {
    return emptyDraft;
  }
}
