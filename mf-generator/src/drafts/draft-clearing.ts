import { statusOf } from '@pagecast/shell/kit';
import { newDraftKey } from './draft-key.ts';
import type { DraftCalls } from './draft-state.ts';
import type { KeptDrafts } from './kept-drafts.ts';

const ABANDONED_AFTER_MS = 60_000;

/** Deletes drafts for good, and saves those that tabs left behind. */
export function createDraftClearing({ calls, kept }: { calls: DraftCalls; kept: KeptDrafts }) {
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

  return {
    removeGone,

    async remove(key: string): Promise<void> {
      kept.drop(key, { everywhere: true });
      kept.setGone([...kept.gone(), key]);
      await removeGone();
    },

    /** What tabs left behind that died before they could save; a tab that lives saves within seconds. */
    async rescue(openKey: () => string): Promise<void> {
      for (const { key, revision, fields, at } of kept.unsaved()) {
        if (key === openKey() || at > Date.now() - ABANDONED_AFTER_MS) continue;
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
    },
  };
}
