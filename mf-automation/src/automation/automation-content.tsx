import type { AutomationSettings } from '@pagecast/api/contract';
import { DevelopmentNote, useNotify } from '@pagecast/shell/kit';
import { useEffect, useState } from 'react';
import { CycleCard } from '../cycle/cycle-card.tsx';
import { totalOf } from '../cycle/cycle-total.ts';
import { serverAhead } from '../cycle/server-time.ts';
import { CycleHistory } from '../history/cycle-history.tsx';
import { changeCount, noEdits, realEdits, saveBody, withEdits } from '../pages/page-edits.ts';
import { PageList } from '../pages/page-list.tsx';
import { useEdits } from '../pages/use-edits.ts';
import { QueuePanel } from '../queue/queue-panel.tsx';
import { AutomationHeading } from './automation-heading.tsx';
import { SaveBar } from './save-bar.tsx';
import { StartStop } from './start-stop.tsx';
import { UnsavedDialog } from './unsaved-dialog.tsx';
import { useAutomation } from './use-automation.ts';
import { useUnsavedGuard } from './use-unsaved-guard.ts';

/** The screen once its settings are here. */
export function AutomationContent({ settings, receivedAt }: { settings: AutomationSettings; receivedAt: number }) {
  const notify = useNotify();
  const [kept, setEdits] = useEdits();
  const edits = realEdits(settings, kept);
  const planned = withEdits(settings, edits);
  const changes = changeCount(edits);
  const ahead = serverAhead(settings.now, receivedAt);
  const { save, start, stop } = useAutomation();
  const [isAskingToStart, setIsAskingToStart] = useState(false);
  const guard = useUnsavedGuard(changes > 0);
  // What is saved by now is no change any more, and must not become one again when it changes elsewhere.
  useEffect(() => setEdits((present) => realEdits(settings, present)), [settings, setEdits]);

  const discard = () => setEdits(() => noEdits);
  const saveThen = (after: () => void) => save.mutate({ body: saveBody(settings, edits) }, { onSuccess: after });
  const startWith = (chosen: AutomationSettings) => {
    setIsAskingToStart(false);
    if (totalOf(chosen).posts === 0)
      return notify({
        tone: 'destructive',
        title: 'Failed to start automation',
        description: 'Switch on at least one connected page first.',
      });
    start.mutate();
  };

  return (
    <>
      <AutomationHeading
        status={settings.status}
        action={
          <StartStop
            isActive={settings.isEnabled}
            isStarting={start.isPending}
            isStopping={stop.isPending}
            onStart={() => (changes > 0 ? setIsAskingToStart(true) : startWith(settings))}
            onStop={() => stop.mutate()}
          />
        }
      />
      <div className="flex flex-col gap-4">
        <DevelopmentNote what="what it posts" />
        {settings.problem !== null && (
          <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-bad">
            {settings.problem.message}
          </p>
        )}
        <CycleCard
          settings={settings}
          planned={planned}
          ahead={ahead}
          onFrequency={(frequency) => setEdits((present) => ({ ...present, frequency }))}
        />
        <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] xl:grid-cols-[minmax(0,1fr)_24rem]">
          <QueuePanel
            isRunning={settings.isEnabled}
            ahead={ahead}
            heldBy={settings.problem?.message ?? null}
            className="lg:sticky lg:top-18 lg:col-start-2 lg:row-start-1 lg:max-h-[calc(100dvh-9rem)] lg:overflow-y-auto"
          />
          <div className="flex min-w-0 flex-col gap-4 lg:col-start-1 lg:row-start-1">
            <PageList planned={planned} edits={edits} onEdits={setEdits} />
          </div>
        </div>
        <CycleHistory />
        <SaveBar
          changes={changes}
          isSaving={save.isPending}
          onSave={() => save.mutate({ body: saveBody(settings, edits) })}
          onDiscard={discard}
        />
      </div>
      <UnsavedDialog
        open={isAskingToStart}
        message="You have unsaved changes. Start with them, or with your last saved settings?"
        saveLabel="Save and start"
        dropLabel="Start without changes"
        isSaving={save.isPending}
        onSave={() => saveThen(() => startWith(planned))}
        onDrop={() => startWith(settings)}
        onClose={() => setIsAskingToStart(false)}
      />
      <UnsavedDialog
        open={guard.isAsking}
        message="You changed settings here and did not save them."
        saveLabel="Save and leave"
        dropLabel="Leave without saving"
        isSaving={save.isPending}
        onSave={() => saveThen(guard.leave)}
        onDrop={() => {
          discard();
          guard.leave();
        }}
        onClose={guard.stay}
      />
    </>
  );
}
