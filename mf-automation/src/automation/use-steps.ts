import type { AutomationSettings } from '@pagecast/api/contract';
import { useNotify, useSpacingMinutes } from '@pagecast/shell/kit';
import { useState } from 'react';
import { totalOf } from '../cycle/cycle-total.ts';
import { changeCount, noEdits, saveBody, withEdits, type Edits } from '../pages/page-edits.ts';
import { useUnreadQuestion } from '../review/use-unread-question.ts';
import { useAutomation } from './use-automation.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

/** What the buttons of the screen do, and the questions that come before. */
export function useSteps(settings: AutomationSettings, edits: Edits, setEdits: (next: () => Edits) => void) {
  const notify = useNotify();
  const spacingMinutes = useSpacingMinutes();
  const { save, start, stop } = useAutomation();
  const [isAskingToStart, setIsAskingToStart] = useState(false);
  const guard = useUnsavedGuard(changeCount(edits) > 0);
  const unread = useUnreadQuestion(settings);

  const discard = () => setEdits(() => noEdits);
  const send = (decided: Edits, after: () => void) =>
    save.mutate({ body: saveBody(settings, decided) }, { onSuccess: after });
  /** What is saved while the automation runs can be public at once; before it runs, Start asks. */
  const saveThen = (after: () => void) => {
    if (!settings.isEnabled) return send(edits, after);
    unread.askFirst(edits, (decided) => {
      setEdits(() => decided);
      send(decided, after);
    });
  };
  const startWith = (chosen: AutomationSettings) => {
    if (totalOf(chosen, spacingMinutes).posts > 0) return start.mutate();
    notify({
      tone: 'destructive',
      title: 'Failed to start automation',
      description: 'Turn on at least one connected page first.',
    });
  };
  /** @param wanted what is saved first, with what was decided about review */
  const begin = (wanted: Edits) => {
    setIsAskingToStart(false);
    unread.askFirst(wanted, (decided) => {
      const chosen = withEdits(settings, decided);
      if (changeCount(decided) === 0) return startWith(chosen);
      send(decided, () => startWith(chosen));
    });
  };

  return {
    save,
    start,
    stop,
    discard,
    guard,
    unread,
    isAskingToStart,
    saveNow: () => saveThen(() => {}),
    saveAndLeave: () => saveThen(guard.leave),
    leaveUnsaved: () => {
      discard();
      guard.leave();
    },
    askToStart: () => (changeCount(edits) > 0 ? setIsAskingToStart(true) : begin(noEdits)),
    saveAndStart: () => begin(edits),
    startAsSaved: () => begin(noEdits),
    keepWaiting: () => setIsAskingToStart(false),
  };
}
export type Steps = ReturnType<typeof useSteps>;
