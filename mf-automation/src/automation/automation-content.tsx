import type { AutomationSettings } from '@pagecast/api/contract';
import { DevelopmentNote } from '@pagecast/shell/kit';
import { useCallback, useEffect } from 'react';
import { CycleCard } from '../cycle/cycle-card.tsx';
import { serverAhead } from '../cycle/server-time.ts';
import { CycleHistory } from '../history/cycle-history.tsx';
import { changeCount, realEdits, withEdits, type Edits } from '../pages/page-edits.ts';
import { PageList } from '../pages/page-list.tsx';
import { useEdits } from '../pages/use-edits.ts';
import { useOthersScopes } from '../pages/use-others-scopes.ts';
import { QueuePanel } from '../queue/queue-panel.tsx';
import { AutomationHeading } from './automation-heading.tsx';
import { Questions } from './questions.tsx';
import { SaveBar } from './save-bar.tsx';
import { StartStop } from './start-stop.tsx';
import { useSteps } from './use-steps.ts';

/** The screen once its settings are here. */
export function AutomationContent({ settings, receivedAt }: { settings: AutomationSettings; receivedAt: number }) {
  const { edits, setEdits, change } = useRealEdits(settings);
  const planned = withEdits(settings, edits);
  const ahead = serverAhead(settings.now, receivedAt);
  const steps = useSteps(settings, edits, setEdits);
  const othersScopes = useOthersScopes(settings, edits);

  return (
    <>
      <AutomationHeading
        status={settings.status}
        action={
          <StartStop
            isActive={settings.isEnabled}
            isStarting={steps.start.isPending}
            isStopping={steps.stop.isPending}
            onStart={steps.askToStart}
            onStop={() => steps.stop.mutate()}
          />
        }
      />
      <div className="flex flex-col gap-4">
        <DevelopmentNote what="what it posts" />
        {settings.problem !== null && <HeldNote message={settings.problem.message} />}
        <CycleCard
          settings={settings}
          planned={planned}
          ahead={ahead}
          onFrequency={(frequency) => change((present) => ({ ...present, frequency }))}
        />
        <div
          className={
            'grid grid-cols-1 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem] ' +
            'xl:grid-cols-[minmax(0,1fr)_24rem]'
          }
        >
          <QueuePanel
            isRunning={settings.isEnabled}
            ahead={ahead}
            heldBy={settings.problem?.message ?? null}
            className={
              'lg:sticky lg:top-18 lg:col-start-2 lg:row-start-1 lg:max-h-[calc(100dvh-9rem)] ' + 'lg:overflow-y-auto'
            }
          />
          <div className="flex min-w-0 flex-col gap-4 lg:col-start-1 lg:row-start-1">
            <PageList planned={planned} edits={edits} othersScopes={othersScopes} onEdits={change} />
          </div>
        </div>
        <CycleHistory />
        <SaveBar
          changes={changeCount(edits)}
          isSaving={steps.save.isPending}
          onSave={steps.saveNow}
          onDiscard={steps.discard}
        />
      </div>
      <Questions steps={steps} />
    </>
  );
}

/** What is as it was saved is no change any more, and must not become one again when it changes elsewhere. */
function useRealEdits(settings: AutomationSettings) {
  const [kept, setEdits] = useEdits();
  useEffect(() => setEdits((present) => realEdits(settings, present)), [settings, setEdits]);
  const change = useCallback(
    (next: (present: Edits) => Edits) => setEdits((present) => realEdits(settings, next(present))),
    [settings, setEdits],
  );
  return { edits: realEdits(settings, kept), setEdits, change };
}

/** What keeps everything waiting. */
function HeldNote({ message }: { message: string }) {
  return (
    <p role="alert" className="rounded-control bg-bad-soft px-3 py-2 text-bad">
      {message}
    </p>
  );
}
