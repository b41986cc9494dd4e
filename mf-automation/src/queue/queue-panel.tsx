import type { Slot } from '@pagecast/api/contract';
import {
  Button,
  Card,
  ConfirmDialog,
  EmptyState,
  LateWindow,
  lazyPart,
  Problem,
  Skeleton,
  Switch,
  useNow,
} from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { ListEnd } from 'lucide-react';
import { useState } from 'react';
import { queueQuery } from '../queries.ts';
import type { QueueDialogKind } from './queue-dialogs.tsx';
import { QueueRow } from './queue-row.tsx';
import { useFocusKeeper } from './use-focus-keeper.ts';
import { useQueueActions, type QueueActions } from './use-queue-actions.ts';

/** Windows come with their first use. */
const QueueDialogs = /* @__PURE__ */ lazyPart(async () => (await import('../late.ts')).QueueDialogs);

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
  const actions = useQueueActions();
  const [open, setOpen] = useState<{ kind: QueueDialogKind; slot: Slot } | null>(null);
  const drafts = slots?.filter((slot) => slot.state === 'draft') ?? [];
  // As the queue has it by now; one that has left it stays on screen while its window is open, so that nothing typed is
  // lost.
  const opened = open === null ? null : (slots?.find((slot) => slot.id === open.slot.id) ?? open.slot);

  return (
    <Card
      {...(className !== undefined && { className })}
      title={slots === undefined ? 'Queue' : `Queue (${slots.length})`}
      description={
        drafts.length === 0
          ? 'Your next posts, on all pages.'
          : `${drafts.length === 1 ? '1 post needs' : `${drafts.length} posts need`} your approval.`
      }
      actions={
        slots !== undefined && <ClearQueue isRunning={isRunning} isEmpty={slots.length === 0} actions={actions} />
      }
    >
      {slots === undefined ? (
        <NotYet error={error} onRetry={refetch} />
      ) : (
        <QueueNotes slots={slots} isRunning={isRunning} />
      )}
      <QueueList
        slots={slots ?? []}
        drafts={drafts}
        heldBy={heldBy}
        ahead={ahead}
        actions={actions}
        onOpen={(kind, slot) => setOpen({ kind, slot })}
      />
      {open !== null && opened !== null && (
        <LateWindow onClose={() => setOpen(null)}>
          <QueueDialogs
            kind={open.kind}
            slot={opened}
            actions={actions}
            onOpen={(kind) => setOpen({ kind, slot: opened })}
            onClose={() => setOpen(null)}
          />
        </LateWindow>
      )}
    </Card>
  );
}

function NotYet({ error, onRetry }: { error: Error | null; onRetry: () => Promise<unknown> }) {
  if (error === null) return <Skeleton rows={4} />;
  return (
    <Problem
      error={error}
      title="We couldn't load the queue"
      onRetry={() => {
        void onRetry();
      }}
    />
  );
}

/** What of the queue its rows do not say. */
function QueueNotes({ slots, isRunning }: { slots: readonly Slot[]; isRunning: boolean }) {
  return (
    <>
      {!isRunning && slots.some((slot) => slot.state === 'ready') && (
        <p role="note" className="mb-4 rounded-control bg-warn-soft px-3 py-2 text-sm text-warn">
          Automation is off, so nothing new is written. Posts scheduled here still go out, unless you skip them or clear
          the queue.
        </p>
      )}
      {slots.length === 0 && (
        <EmptyState icon={<ListEnd />}>
          {isRunning
            ? 'The queue is empty. The next cycle will fill it.'
            : "The queue is empty. Start automation and you'll see each post here before it's published."}
        </EmptyState>
      )}
    </>
  );
}

/** The first ones, and the others when they are asked for. */
function QueueList({
  slots,
  drafts,
  heldBy,
  ahead,
  actions,
  onOpen,
}: {
  slots: Slot[];
  drafts: Slot[];
  heldBy: string | null;
  ahead: number;
  actions: QueueActions;
  onOpen: (kind: QueueDialogKind, slot: Slot) => void;
}) {
  const list = useFocusKeeper(slots);
  const now = new Date(useNow().getTime() + ahead);
  const [isWhole, setIsWhole] = useState(false);
  const [areDraftsAsked, setAreDraftsAsked] = useState(false);
  const onlyDrafts = areDraftsAsked && drafts.length > 0;
  const listed = onlyDrafts ? drafts : slots;
  return (
    <>
      {drafts.length > 0 && slots.length > FIRST && (
        <Switch
          label="Only posts that need your approval"
          checked={onlyDrafts}
          onCheckedChange={setAreDraftsAsked}
          className="mb-4"
        />
      )}
      {listed.length > 0 && (
        <ol ref={list} tabIndex={-1} aria-label="Upcoming posts" className="flex flex-col outline-none">
          {(isWhole ? listed : listed.slice(0, FIRST)).map((slot, place) => (
            <QueueRow
              key={slot.id}
              slot={slot}
              problem={slot.problem?.message === heldBy ? null : slot.problem}
              place={place}
              now={now}
              actions={actions}
              onOpen={onOpen}
            />
          ))}
        </ol>
      )}
      {listed.length > FIRST && (
        <Button size="sm" className="mt-4 w-full" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show the next ones only' : `Show all ${listed.length}`}
        </Button>
      )}
    </>
  );
}

/** Stays while its question is open, even when the queue empties underneath. */
function ClearQueue({ isRunning, isEmpty, actions }: { isRunning: boolean; isEmpty: boolean; actions: QueueActions }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      {!isEmpty && (
        <Button size="sm" variant="ghost" className="hover:text-bad" onClick={() => setIsAsking(true)}>
          Clear queue
        </Button>
      )}
      <ConfirmDialog
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Clear Queue"
        confirmLabel="Clear queue"
        destructive
        busy={actions.clear.isPending}
        busyLabel="Clearing..."
        message={
          "All waiting posts will be deleted and won't be " +
          `published.${isRunning ? ' Automation stays on. The next cycle will fill the queue again.' : ''}`
        }
        onConfirm={() => actions.clear.mutate(undefined, { onSettled: () => setIsAsking(false) })}
      />
    </>
  );
}
