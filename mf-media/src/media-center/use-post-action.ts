import { describeOffline, useNotify, useTimeZone } from '@pagecast/shell/kit';
import { useEffect, useState } from 'react';
import type { Draft } from './draft.ts';
import { focusField } from './field-ids.ts';
import { findProblem, readDraft } from './read-draft.ts';
import { readyFiles, type ChosenFile } from './use-files.ts';
import { useSending } from './use-sending.ts';

/** The one button: it publishes or schedules the post as soon as its files are there. */
export function usePostAction(draft: Draft, files: readonly ChosenFile[]) {
  const notify = useNotify();
  const timeZone = useTimeZone();
  const sending = useSending();
  /** The button was pressed while files were still on their way. */
  const [isWaiting, setWaiting] = useState(false);
  const label = draft.isScheduled ? 'Schedule Post' : 'Publish Now';
  const isMoving = files.some(isOnItsWay);

  function act() {
    const problem = findProblem(draft, files.length, { timeZone, now: new Date() });
    if (problem !== null || files.some(isStuck)) {
      focusField(problem?.field ?? 'files');
      return notify({ tone: 'destructive', title: problem?.message ?? "Resume or remove the file that isn't ready" });
    }
    const offline = describeOffline(label);
    if (offline !== null) return notify(offline);
    if (isMoving) return setWaiting(true);
    const sent = { draft, files: readyFiles(files) };
    sending.send({ reading: readDraft(draft, sent.files, { timeZone, now: new Date() }), sent, timeZone });
  }

  const isSettled = isWaiting && !isMoving;
  useEffect(() => {
    if (!isSettled) return;
    setWaiting(false);
    act();
    // Only the end of the uploads sets it off; what is sent is what stands in the fields then.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isSettled]);

  return { label, act, isPending: sending.isPending, isWaiting, stopWaiting: () => setWaiting(false) };
}

/** What only waits for a line goes on by itself. */
function isOnItsWay({ progress }: ChosenFile): boolean {
  const isCut = progress.state === 'stopped' && progress.isCut;
  return progress.state === 'sending' || progress.state === 'checking' || isCut;
}

/** It goes on only when somebody says so, or not at all. */
function isStuck({ progress }: ChosenFile): boolean {
  return progress.state === 'refused' || (progress.state === 'stopped' && !progress.isCut);
}
