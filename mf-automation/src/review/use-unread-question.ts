import type { AutomationSettings, PageConfiguration } from '@pagecast/api/contract';
import { useState } from 'react';
import { editPages, withEdits, type Edits, type PageChoices } from '../pages/page-edits.ts';
import { unreadPages } from './unread-pages.ts';

interface Question {
  readonly pages: readonly PageConfiguration[];
  readonly edits: Edits;
  readonly go: (decided: Edits) => void;
}

/** Asks once about pages whose posts would go out unread for the first time, before something sets them going. */
export function useUnreadQuestion(settings: AutomationSettings) {
  const [question, setQuestion] = useState<Question | null>(null);
  return {
    pages: question?.pages ?? [],
    isAsking: question !== null,
    /** @param go gets the edits with what was decided; it is not called when the person turns back */
    askFirst(edits: Edits, go: (decided: Edits) => void): void {
      const pages = unreadPages(withEdits(settings, edits));
      if (pages.length === 0) return go(edits);
      setQuestion({ pages, edits, go });
    },
    decide(change: Partial<PageChoices>): void {
      if (question === null) return;
      const ids = question.pages.map(({ pageId }) => pageId);
      setQuestion(null);
      question.go(editPages(question.edits, ids, change));
    },
    cancel: () => setQuestion(null),
  };
}
