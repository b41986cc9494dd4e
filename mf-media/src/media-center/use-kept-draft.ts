import { LOCAL_COPIES, useUser } from '@pagecast/shell/kit';
import { useEffect, useEffectEvent, useState } from 'react';
import { emptyDraft, restOf, type Draft, type Kept, type ReadyFile } from './draft.ts';

/** Those of the screens that are open. */
const listeners = new Set<(sent: Kept) => void>();

/**
 * What was typed and what has been sent outlive a look at another screen and a reload, for as long as the tab is open.
 */
export function useKept(): Kept {
  const key = useKey();
  return useState(() => read(key))[0];
}

/** Keeps what has changed, once it has been drawn. */
export function useKeeping(draft: Draft, files: readonly ReadyFile[]): void {
  const key = useKey();
  const text = JSON.stringify({ draft, files });
  useEffect(() => write(key, text), [key, text]);
}

/** Hears of what went out, also where it was sent before somebody looked at another screen. */
export function useWhenOut(take: (sent: Kept) => void): void {
  const taken = useEffectEvent(take);
  useEffect(() => {
    const listener = (sent: Kept) => taken(sent);
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, []);
}

/** Takes what went out from the open screen, which keeps the rest, or else from the memory of the tab. */
export function useForgetting(): (sent: Kept) => void {
  const key = useKey();
  return (sent) => {
    for (const tell of listeners) tell(sent);
    if (listeners.size === 0) write(key, JSON.stringify(restOf(read(key), sent)));
  };
}

/** The draft that a failed try has left on the server: the next one takes its place, also after a reload. */
export function useKeptFailure(): { read(): number | null; keep(id: number | null): void } {
  const key = `${useKey()}.failed`;
  return {
    read() {
      try {
        const id = Number(sessionStorage.getItem(key));
        return id > 0 ? id : null;
      } catch {
        return null;
      }
    },
    keep: (id) => write(key, id === null ? '' : String(id)),
  };
}

function useKey(): string {
  return `${LOCAL_COPIES}media.${useUser().id}`;
}

/** A full or forbidden storage costs only the memory, not the screen. */
function write(key: string, text: string): void {
  try {
    sessionStorage.setItem(key, text);
  } catch {
    return;
  }
}

/** Anything that is not of this build's shape is left alone. */
function read(key: string): Kept {
  try {
    const { draft, files } = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Kept>;
    const fields = new Map<string, unknown>(Object.entries(draft ?? {}));
    const isWhole = Object.entries(emptyDraft).every(([name, value]) => typeof fields.get(name) === typeof value);
    return isWhole && draft !== undefined && Array.isArray(files) ? { draft, files } : { draft: emptyDraft, files: [] };
  } catch {
    return { draft: emptyDraft, files: [] };
  }
}
