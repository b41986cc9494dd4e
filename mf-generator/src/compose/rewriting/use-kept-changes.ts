import { useState } from 'react';
import { flushSync } from 'react-dom';
import { textIn, withText, type Draft, type TextField, type TextOfDraft } from '../../drafts/draft.ts';
import { useOpenDraft } from '../../drafts/use-draft.ts';
import { placeNow, replaced, type Range } from './place-change.ts';
import { changed, NO_HISTORY, redone, undone, type TextHistory } from './text-history.ts';
import type { Proposed } from './use-rewriting.ts';

/** Makes changes that the person keeps, in one text of a draft, and takes them back. */
export function useKeptChanges(draft: Draft, field: TextField) {
  const { key, store } = useOpenDraft();
  const [history, setHistory] = useState<TextHistory>(NO_HISTORY);
  const current = textIn(draft, field);
  const put = (text: TextOfDraft) => flushSync(() => store.changeOf(key, (before) => withText(before, field, text)));

  function move(step: ReturnType<typeof undone>): void {
    if (step === null) return;
    setHistory(step.history);
    put(step.text);
  }

  return {
    current,
    /** @returns where the new part stands; null where its place is gone */
    keep({ original, part, content, generationId }: Proposed): Range | null {
      const place = placeNow(original, part.range, current.text);
      if (place === null) return null;
      const isWhole = part.before === '' && part.after === '';
      const to = {
        text: replaced(current.text, place, content),
        // Of a text of which a part is new, the call that wrote the rest tells more.
        generationId: isWhole || current.generationId === 0 ? generationId : current.generationId,
      };
      setHistory((before) => changed(before, { from: current, to }));
      put(to);
      return { start: place.start, end: place.start + content.length };
    },
    undo: history.past.length === 0 ? null : () => move(undone(history, current)),
    redo: history.future.length === 0 ? null : () => move(redone(history, current)),
  };
}
