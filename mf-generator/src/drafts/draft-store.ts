import type { Draft as ServerDraft, DraftFields, DraftSummary } from '@pagecast/api/contract';
import { reasonOf, statusOf } from '@pagecast/shell/kit';
import { emptyDraft, hasText } from '../compose/draft.ts';
import { newDraftKey } from './draft-key.ts';
import type { KeptDraft, KeptDrafts } from './kept-drafts.ts';

/** A pause this long in the typing saves; somebody who types on and on is saved all the same. */
const SAVE_AFTER_MS = 1000;
const SAVE_WITHIN_MS = 5000;
const RETRY_MS = 10_000;
const ABANDONED_AFTER_MS = 60_000;

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

type Change = DraftFields | ((before: DraftFields) => DraftFields);

/** The draft that a tab has open: kept in the browser at every key, on the server at every pause, and never written over another's. */
export function createDraftStore({ calls, kept }: { calls: DraftCalls; kept: KeptDrafts }) {
  let state: DraftState = fresh(emptyDraft);
  /** As the draft began: until something is written there is nothing to save. */
  let baseline = state.fields;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let unsavedSince: number | null = null;
  let running: Promise<void> | null = null;
  let hasStarted = false;
  const listeners = new Set<() => void>();

  function set(part: Partial<DraftState>): void {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  }

  function plan(delay = SAVE_AFTER_MS): void {
    clearTimeout(timer);
    unsavedSince ??= Date.now();
    timer = setTimeout(
      () => {
        void save();
      },
      Math.max(0, Math.min(delay, unsavedSince + SAVE_WITHIN_MS - Date.now())),
    );
  }

  const isDirty = () => state.saving === 'waiting' || state.saving === 'here';

  /** One at a time; what is written meanwhile is saved after it. */
  async function save(): Promise<void> {
    clearTimeout(timer);
    if (running !== null) return running;
    if (!isDirty() || state.conflict !== null) return;
    running = attempt(state);
    await running;
    running = null;
    if (state.saving === 'waiting') plan();
  }

  async function attempt({ key, revision, fields }: DraftState): Promise<void> {
    unsavedSince = null;
    set({ saving: 'saving' });
    try {
      settle({ key, fields }, await calls.save(key, revision, fields));
    } catch (error) {
      if (state.key !== key) return;
      const theirs = statusOf(error) === 409 ? draftIn(error) : null;
      if (theirs !== null && isSame(theirs.fields, fields)) return settle({ key, fields }, theirs);
      if (theirs !== null) return set({ saving: 'here', conflict: { kind: 'changed', theirs } });
      if (statusOf(error) === 404 && revision > 0) return set({ saving: 'here', conflict: { kind: 'gone' } });
      set({ saving: 'here', problem: problemOf(error) });
      // Nobody looks any more, or nobody is logged in: the next poll tries again.
      if (listeners.size > 0 && statusOf(error) !== 401)
        timer = setTimeout(() => {
          void save();
        }, RETRY_MS);
    }
  }

  function settle(
    { key, fields }: Pick<DraftState, 'key' | 'fields'>,
    { revision, updatedAt }: { revision: number; updatedAt: string },
  ): void {
    if (state.key !== key) return kept.drop(key);
    const isSaved = state.fields === fields;
    set({ revision, savedAt: updatedAt, problem: null, saving: isSaved ? 'clean' : 'waiting' });
    kept.put({ key, revision, fields: state.fields, isSaved });
  }

  /** Waits until what was written is on the server, or it is clear that it cannot be. */
  async function settled(): Promise<void> {
    while (running !== null || (state.saving === 'waiting' && state.conflict === null)) await save();
  }

  function show(next: DraftState): void {
    clearTimeout(timer);
    unsavedSince = null;
    baseline = next.fields;
    set(next);
  }

  function restore({ key, revision, fields, isSaved }: KeptDraft): void {
    show({ ...fresh(fields), key, revision, saving: isSaved ? 'clean' : 'waiting' });
    kept.put({ key, revision, fields, isSaved });
    if (!isSaved) plan();
  }

  function adopt({ key, revision, fields, updatedAt }: ServerDraft): void {
    show({ ...fresh(fields), key, revision, savedAt: updatedAt });
    kept.put({ key, revision, fields, isSaved: true });
  }

  async function remove(key: string): Promise<void> {
    kept.drop(key, { everywhere: true });
    kept.setGone([...kept.gone(), key]);
    await removeGone();
  }

  /** A deletion that did not reach the server is tried again, so that what went out does not come back as a draft. */
  async function removeGone(): Promise<void> {
    for (const key of kept.gone()) {
      try {
        await calls.remove(key);
        kept.setGone(kept.gone().filter((other) => other !== key));
      } catch {
        return;
      }
    }
  }

  /** What tabs left behind that died before they could save; a tab that lives saves within seconds. */
  async function rescue(): Promise<void> {
    for (const { key, revision, fields, at } of kept.unsaved()) {
      if (key === state.key || at > Date.now() - ABANDONED_AFTER_MS) continue;
      try {
        // Written over by somebody meanwhile, it becomes a draft of its own.
        await calls.save(key, revision, fields).catch((error: unknown) => {
          if (statusOf(error) === 409 || statusOf(error) === 404) return calls.save(newDraftKey(), 0, fields);
          throw error;
        });
        kept.drop(key, { everywhere: true });
      } catch {
        return;
      }
    }
  }

  const store = {
    get: (): DraftState => state,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },

    /** Compares what was taken up with the server, and looks for what was begun elsewhere. */
    async start(): Promise<void> {
      if (hasStarted) return store.poll();
      hasStarted = true;
      await removeGone();
      if (state.revision > 0 || isDirty()) await store.poll();
      else {
        // Without the server the composer works all the same.
        const drafts = await calls.list().catch(() => []);
        if (state.revision === 0 && state.saving === 'clean')
          set({ offer: drafts.find(({ key, excerpt }) => excerpt !== '' && !kept.gone().includes(key)) ?? null });
      }
      await rescue();
    },

    change(change: Change): void {
      const fields = typeof change === 'function' ? change(state.fields) : change;
      if (fields === state.fields) return;
      const isUntouched = state.revision === 0 && isSame(fields, baseline);
      set({ fields, offer: null, saving: state.saving === 'saving' ? 'saving' : isUntouched ? 'clean' : 'waiting' });
      if (isUntouched) return kept.drop(state.key);
      kept.put({ key: state.key, revision: state.revision, fields, isSaved: false });
      if (running === null) plan();
    },

    /** Saves now: the person leaves. */
    save,
    settled,

    /** Looks whether the draft was changed elsewhere. What was written here meanwhile is not lost: it is saved, and the server answers what stands against it. */
    async poll(): Promise<void> {
      if (isDirty()) return save();
      const { key, revision, saving } = state;
      if (revision === 0 || saving !== 'clean') return;
      try {
        const theirs = (await calls.list()).find((draft) => draft.key === key);
        const isAsBefore = () => state.key === key && state.saving === 'clean';
        if (!isAsBefore() || theirs?.revision === revision) return;
        if (theirs === undefined) return store.startNew();
        const draft = await calls.read(key);
        if (isAsBefore() && draft.revision > state.revision) adopt(draft);
      } catch {
        // The next save finds out.
      }
    },

    async open(key: string): Promise<void> {
      await settled();
      const local = kept.unsaved().find((draft) => draft.key === key);
      const draft = local ?? (await calls.read(key));
      if (state.saving === 'clean') kept.drop(state.key);
      if ('isSaved' in draft) restore(draft);
      else adopt(draft);
    },

    /** Leaves the present draft as it is and begins another. */
    startNew(
      fields: DraftFields = { ...emptyDraft, platform: state.fields.platform, pageId: state.fields.pageId },
    ): void {
      if (state.saving === 'clean') kept.drop(state.key);
      show(fresh(fields));
    },

    async discard(): Promise<void> {
      const { key } = state;
      store.startNew();
      await running;
      await remove(key);
    },

    /** Deletes another draft, from the list. */
    remove: (key: string): Promise<void> => (key === state.key ? store.discard() : remove(key)),

    /** Changes a draft that may not be the one shown any more; then it is of no use. */
    changeOf(key: string, change: Change): void {
      if (state.key === key) store.change(change);
    },

    /** Something of this draft went out: what is left begins the next one, unless text is left that would be missed. */
    finish(key: string, reset: (before: DraftFields) => DraftFields): void {
      if (state.key !== key) return void remove(key);
      const left = reset(state.fields);
      if (hasText(left)) return store.change(left);
      show(fresh(left));
      void (running ?? Promise.resolve()).then(() => remove(key));
    },

    /** Ends a conflict. `both` goes on with what was written here as a draft of its own. */
    resolve(choice: 'theirs' | 'mine' | 'both'): void {
      const { conflict, fields, key } = state;
      if (conflict === null) return;
      if (choice === 'theirs') return conflict.kind === 'changed' ? adopt(conflict.theirs) : store.startNew();
      if (choice === 'mine' && conflict.kind === 'changed')
        set({ revision: conflict.theirs.revision, conflict: null, saving: 'waiting' });
      else {
        kept.drop(key);
        set({ key: newDraftKey(), revision: 0, conflict: null, saving: 'waiting' });
      }
      kept.put({ key: state.key, revision: state.revision, fields, isSaved: false });
      void save();
    },
  };
  const left = kept.last();
  if (left !== null) restore(left);
  return store;
}
export type DraftStore = ReturnType<typeof createDraftStore>;

function fresh(fields: DraftFields): DraftState {
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

const isSame = (one: DraftFields, other: DraftFields) =>
  JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));

/** PostgreSQL gives fields back in another order. */
function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, ordered(part)]),
  );
}

/** The draft that a conflict shows. Reads the shape: the error may come from another bundle's copy. */
function draftIn(error: unknown): ServerDraft | null {
  const body = typeof error === 'object' && error !== null && 'body' in error ? error.body : null;
  return typeof body === 'object' && body !== null && 'draft' in body ? (body.draft as ServerDraft) : null;
}

function problemOf(error: unknown): string {
  if (statusOf(error) === 0) return navigator.onLine ? 'Pagecast cannot be reached.' : 'You are offline.';
  if (statusOf(error) === 401) return 'You are logged out here. Log in again to save it.';
  return reasonOf(error, 'The draft could not be saved.');
}
