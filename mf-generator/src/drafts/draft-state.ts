import type { Draft as ServerDraft, DraftFields, DraftSummary } from '@pagecast/api/contract';
import { newDraftKey } from './draft-key.ts';

export interface DraftCalls {
  list(): Promise<DraftSummary[]>;
  read(key: string): Promise<ServerDraft>;
  save(key: string, revision: number, fields: DraftFields): Promise<{ revision: number; updatedAt: string }>;
  remove(key: string): Promise<unknown>;
}

/** Somebody else wrote over it or took it away, in another tab or on another device. */
export type Conflict = { readonly kind: 'changed'; readonly theirs: ServerDraft } | { readonly kind: 'gone' };

export interface DraftState {
  readonly key: string;
  readonly revision: number;
  readonly fields: DraftFields;
  /** `clean`: the server has it, or there is nothing to have; `here`: only this browser has it, `problem` says why. */
  readonly saving: 'clean' | 'waiting' | 'saving' | 'here';
  readonly problem: string | null;
  readonly savedAt: string | null;
  readonly conflict: Conflict | null;
  /** Begun elsewhere and not finished: offered while nothing is written here. */
  readonly offer: DraftSummary | null;
}

export function newDraft(fields: DraftFields): DraftState {
  return {
    key: newDraftKey(),
    revision: 0,
    fields,
    saving: 'clean',
    problem: null,
    savedAt: null,
    conflict: null,
    offer: null,
  };
}

/** Holds the draft that is open, and tells its listeners of every change. */
export function openDraft(initial: DraftState) {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: (): DraftState => state,
    set(part: Partial<DraftState>): void {
      state = { ...state, ...part };
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    isWatched: () => listeners.size > 0,
    /** Something was written that the server may not have. */
    isDirty: () => state.saving === 'waiting' || state.saving === 'here',
  };
}
export type OpenDraft = ReturnType<typeof openDraft>;
