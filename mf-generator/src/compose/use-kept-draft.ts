import { useUser } from '@pagecast/shell/kit';
import { useEffect, useState } from 'react';
import { emptyDraft, type Draft } from './draft.ts';

/** The draft outlives a look at another screen and a reload, for as long as the tab is open. */
export function useKeptDraft() {
  const key = `pagecast.draft.${useUser().id}`;
  const [draft, setDraft] = useState<Draft>(() => readKept(key));
  useEffect(() => { sessionStorage.setItem(key, JSON.stringify(draft)); }, [key, draft]);
  return [draft, setDraft] as const;
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
