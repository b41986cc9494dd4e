import type { Slot } from '@pagecast/api/contract';
import { Button, Card, ConfirmDialog, EmptyState, Problem, Skeleton, Switch, useNow } from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { ListEnd } from 'lucide-react';
import { useState } from 'react';
import { queueQuery } from '../queries.ts';
import { QueueDialogs, type QueueDialogKind } from './queue-dialogs.tsx';
import { QueueRow } from './queue-row.tsx';
import { useFocusKeeper } from './use-focus-keeper.ts';
import { useQueueActions } from './use-queue-actions.ts';

/** So many stand there at first. */
const FIRST = 6;

/**
 * What comes next, on all pages, in the order in which it goes out.
 * @param ahead the server's clock before this computer's, in ms
 * @param heldBy what holds all of it, said elsewhere and not once more on each post
 */
export function QueuePanel({
  isRunning,
  ahead = 0,
  heldBy = null,
  className,
}: {
  isRunning: boolean;
  ahead?: number;
  heldBy?: string | null;
  className?: string;
}) {
  const { data: slots, error, refetch } = useQuery(queueQuery());
  const list = useFocusKeeper(slots);
  const actions = useQueueActions();
  const now = new Date(useNow().getTime() + ahead);
  const [isWhole, setIsWhole] = useState(false);
  const [open, setOpen] = useState<{ kind: QueueDialogKind; slot: Slot } | null>(null);
  const [isClearing, setIsClearing] = useState(false);
  const [areDraftsAsked, setAreDraftsAsked] = useState(false);
  const drafts = slots?.filter((slot) => slot.state === 'draft') ?? [];
  const onlyDrafts = areDraftsAsked && drafts.length > 0;
  const listed = onlyDrafts ? drafts : (slots ?? []);
  // As the queue has it by now; one that has left it stays on screen while its window is open, so that nothing typed is lost.
  const opened = open === null ? null : (slots?.find((slot) => slot.id === open.slot.id) ?? open.slot);

  return (
    <Card
      {...(className !== undefined && { className })}
      title={slots === undefined ? 'Queue' : `Queue (${slots.length})`}
      description={
        drafts.length === 0
          ? 'What comes next, on all pages.'
          : `${drafts.length === 1 ? '1 draft waits' : `${drafts.length} drafts wait`} for your approval.`
      }
      actions={
        slots !== undefined &&
        slots.length > 0 && (
          <Button size="sm" variant="ghost" className="hover:text-bad" onClick={() => setIsClearing(true)}>
            Clear queue
          </Button>
        )
      }
    >
      {slots === undefined &&
        (error === null ? (
          <Skeleton rows={4} />
        ) : (
          <Problem
            error={error}
            title="The queue could not be loaded"
            onRetry={() => {
              void refetch();
            }}
          />
        ))}
      {!isRunning && slots?.some((slot) => slot.state === 'ready') && (
        <p role="note" className="mb-4 rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">
          The automation is off: nothing new is written. What is scheduled here still goes out, unless you skip it or
          clear the queue.
        </p>
      )}
      {slots?.length === 0 && (
        <EmptyState icon={<ListEnd />}>
          {isRunning
            ? 'Nothing waits. The next cycle fills the queue.'
            : 'Nothing waits. Start the automation, and what it writes appears here before it goes out.'}
        </EmptyState>
      )}
      {drafts.length > 0 && slots !== undefined && slots.length > FIRST && (
        <Switch
          label="Only what waits for you"
          checked={onlyDrafts}
          onCheckedChange={setAreDraftsAsked}
          className="mb-4"
        />
      )}
      {listed.length > 0 && (
        <ol ref={list} tabIndex={-1} aria-label="Posts to come" className="flex flex-col outline-none">
          {(isWhole ? listed : listed.slice(0, FIRST)).map((slot, place) => (
            <QueueRow
              key={slot.id}
              slot={slot}
              problem={slot.problem?.message === heldBy ? null : slot.problem}
              place={place}
              now={now}
              actions={actions}
              onOpen={(kind) => setOpen({ kind, slot })}
            />
          ))}
        </ol>
      )}
      {listed.length > FIRST && (
        <Button size="sm" className="mt-4 w-full" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show the next ones only' : `Show all ${listed.length}`}
        </Button>
      )}
      {open !== null && opened !== null && (
        <QueueDialogs
          kind={open.kind}
          slot={opened}
          actions={actions}
          onOpen={(kind) => setOpen({ kind, slot: opened })}
          onClose={() => setOpen(null)}
        />
      )}
      <ConfirmDialog
        open={isClearing}
        onClose={() => setIsClearing(false)}
        title="Clear Queue"
        confirmLabel="Clear queue"
        destructive
        busy={actions.clear.isPending}
        busyLabel="Clearing..."
        message={`Nothing of what waits goes out, and its texts are dropped.${isRunning ? ' The automation stays on: the next cycle fills the queue again.' : ''}`}
        onConfirm={() => actions.clear.mutate(undefined, { onSettled: () => setIsClearing(false) })}
      />
    </Card>
  );
}
