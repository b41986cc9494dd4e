import type { DraftFields } from '@pagecast/api/contract';
import { LOCAL_COPIES } from '@pagecast/shell/kit';
import { emptyDraft } from './draft.ts';

/** A draft as this browser keeps it, in case the server cannot. */
export interface KeptDraft {
  readonly key: string;
  /** Of the server; 0 when it has none yet. */
  readonly revision: number;
  readonly fields: DraftFields;
  /** The server has these very fields. */
  readonly isSaved: boolean;
  readonly at: number;
}

const TAB = 'pagecast.draft-tab';

/**
 * The copies of one person's drafts in this browser. Each tab keeps its own, so that two of them never write over each
 * other; what a tab leaves behind when it dies is found by the next. A full or forbidden storage costs only the copy.
 */
export function keptDrafts(userId: string) {
  const mine = `${LOCAL_COPIES}${userId}.`;
  const tab = tabId();
  const nameOf = (key: string, of = tab) => `${mine}${of}.${key}`;
  const gone = `${LOCAL_COPIES}${userId}-gone`;

  function all(): (KeptDraft & { name: string })[] {
    return namesOf(localStorageOrNull())
      .filter((name) => name.startsWith(mine))
      .flatMap((name) => {
        const kept = read(name);
        return kept === null ? [] : [{ ...kept, name }];
      })
      .sort((a, b) => b.at - a.at);
  }

  return {
    /**
     * What this tab had open before it was loaded anew; else what no server has; else what was last open in this
     * browser.
     */
    last(): KeptDraft | null {
      const found = all();
      return (
        found.find(({ name }) => name.startsWith(`${mine}${tab}.`)) ??
        found.find(({ isSaved }) => !isSaved) ??
        found[0] ??
        null
      );
    },
    /** What no server has, the newest first. */
    unsaved: (): KeptDraft[] => all().filter(({ isSaved }) => !isSaved),
    put(draft: Omit<KeptDraft, 'at'>): void {
      write(nameOf(draft.key), { ...draft, at: Date.now() });
    },
    /** Forgets a draft; what other tabs keep of it as well, once it is gone for all. */
    drop(key: string, { everywhere = false } = {}): void {
      if (!everywhere) return erase(nameOf(key));
      for (const { name, key: other } of all()) if (other === key) erase(name);
    },
    /** Drafts whose deletion did not reach the server yet. */
    gone: (): string[] => {
      const keys = readJson(gone);
      return Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [];
    },
    setGone(keys: readonly string[]): void {
      if (keys.length === 0) erase(gone);
      else write(gone, keys);
    },
  };
}
export type KeptDrafts = ReturnType<typeof keptDrafts>;

function tabId(): string {
  try {
    const id = sessionStorage.getItem(TAB) ?? crypto.getRandomValues(new Uint32Array(2)).join('-');
    sessionStorage.setItem(TAB, id);
    return id;
  } catch {
    return 'tab';
  }
}

/** Anything that is not a draft of this build is left alone: an older build may have kept another shape. */
function read(name: string): KeptDraft | null {
  const kept = readJson(name) as Partial<KeptDraft> | null;
  if (typeof kept !== 'object' || kept === null || typeof kept.fields !== 'object' || kept.fields === null) return null;
  const fields = new Map<string, unknown>(Object.entries(kept.fields));
  const isWhole = Object.entries(emptyDraft).every(([field, value]) => typeof fields.get(field) === typeof value);
  return isWhole && typeof kept.key === 'string' && typeof kept.revision === 'number' ? (kept as KeptDraft) : null;
}

function localStorageOrNull(): Storage | null {
  try {
    return localStorage;
  } catch {
    return null;
  }
}

const namesOf = (storage: Storage | null) => (storage === null ? [] : Object.keys(storage));

function readJson(name: string): unknown {
  try {
    return JSON.parse(localStorageOrNull()?.getItem(name) ?? 'null');
  } catch {
    return null;
  }
}

function write(name: string, value: unknown): void {
  try {
    localStorageOrNull()?.setItem(name, JSON.stringify(value));
  } catch {
    return;
  }
}

function erase(name: string): void {
  localStorageOrNull()?.removeItem(name);
}
