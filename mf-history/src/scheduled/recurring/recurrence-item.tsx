import { deleteRecurrence, updateRecurrence, type Repeats } from '@pagecast/api/contract';
import {
  Badge,
  Button,
  cn,
  ConfirmDialog,
  formatDateTime,
  reasonOf,
  useApiMutation,
  useNotify,
  zoneName,
} from '@pagecast/shell/kit';
import { CircleStop, Pause, Pencil, Play, Repeat, Trash2, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';

const SHOWN_TIMES = 3;

/** Something that repeats: what, when, what comes next, and what can be done with it. */
export function RecurrenceItem({
  repeats,
  isShown,
  onEdit,
}: {
  repeats: Repeats;
  /** Somebody was led to it. */
  isShown: boolean;
  onEdit: () => void;
}) {
  const { words, timeZone, pageName, next, notes, state } = repeats;
  return (
    <li
      ref={isShown ? bringIntoSight : null}
      aria-current={isShown || undefined}
      className={cn('flex flex-col gap-2 rounded-card border p-4', isShown ? 'border-accent' : 'border-line')}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className="min-w-0 font-medium wrap-anywhere">{words}</p>
        <StateBadge state={state} />
      </div>
      <p dir="auto" className="line-clamp-2 wrap-anywhere">
        {repeats.name ?? repeats.excerpt}
      </p>
      <p className="text-xs text-ink-soft">{[pageName, zoneName(timeZone), ...describeTexts(repeats)].join(' · ')}</p>
      {next.length > 0 && (
        <p className="text-xs text-ink-soft">
          Next:{' '}
          {next
            .slice(0, SHOWN_TIMES)
            .map(({ at }) => formatDateTime(at, timeZone))
            .join(' · ')}
        </p>
      )}
      {notes.map(({ code, message }) => (
        <p key={code} className="flex gap-1.5 text-xs text-warn">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          {message}
        </p>
      ))}
      <ItemActions repeats={repeats} onEdit={onEdit} />
    </li>
  );
}

const bringIntoSight = (item: HTMLElement | null) => item?.scrollIntoView({ block: 'nearest' });

function describeTexts({ cooldownDays, textCount, isVaried }: Repeats): string[] {
  const set = cooldownDays === null ? [] : [textCount === 1 ? '1 text' : `${textCount} texts in turn`];
  return [...set, ...(isVaried ? ['reworded by the AI'] : [])];
}

function StateBadge({ state }: Pick<Repeats, 'state'>) {
  if (state === 'running')
    return (
      <Badge tone="accent" icon={<Repeat aria-hidden />}>
        Repeats
      </Badge>
    );
  return state === 'paused' ? (
    <Badge tone="warn" icon={<Pause aria-hidden />}>
      Paused
    </Badge>
  ) : (
    <Badge icon={<CircleStop aria-hidden />}>Ended</Badge>
  );
}

type Asking = 'end' | 'delete';
const QUESTIONS = {
  end: { title: 'End this?', label: 'End', busyLabel: 'Ending...' },
  delete: { title: 'Delete this?', label: 'Delete', busyLabel: 'Deleting...' },
} as const;

function ItemActions({ repeats: { id, state, words }, onEdit }: { repeats: Repeats; onEdit: () => void }) {
  const [asking, setAsking] = useState<Asking | null>(null);
  const { setState, end, remove, isChanging, isEnding } = useActions(id, () => setAsking(null));
  const label = (action: string): ReactNode => (
    <>
      {action}
      <span className="sr-only">: {words}</span>
    </>
  );
  return (
    <div className="flex flex-wrap gap-2">
      <Button size="sm" icon={<Pencil aria-hidden />} onClick={onEdit}>
        {label('Change')}
      </Button>
      {state === 'running' ? (
        <>
          <Button size="sm" icon={<Pause aria-hidden />} busy={isChanging} onClick={() => setState('paused')}>
            {label('Pause')}
          </Button>
          <Button size="sm" icon={<CircleStop aria-hidden />} onClick={() => setAsking('end')}>
            {label('End')}
          </Button>
        </>
      ) : (
        <Button size="sm" icon={<Play aria-hidden />} busy={isChanging} onClick={() => setState('running')}>
          {label('Resume')}
        </Button>
      )}
      <Button size="sm" icon={<Trash2 aria-hidden />} onClick={() => setAsking('delete')}>
        {label('Delete')}
      </Button>
      {asking !== null && (
        <Question
          {...QUESTIONS[asking]}
          isPending={isEnding}
          onClose={() => setAsking(null)}
          onConfirm={asking === 'end' ? end : remove}
        />
      )}
    </div>
  );
}

function Question({
  title,
  label,
  busyLabel,
  isPending,
  onClose,
  onConfirm,
}: {
  title: string;
  label: string;
  busyLabel: string;
  isPending: boolean;
  onClose: () => void;
  onConfirm: () => void;
}) {
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={onConfirm}
      title={title}
      message="Its scheduled posts are deleted. Posts that you changed yourself stay, and so do published ones."
      confirmLabel={label}
      busyLabel={busyLabel}
      destructive
      busy={isPending}
    />
  );
}

/** @param onEnded what was asked about is done, or failed: the end of another change closes no question */
function useActions(id: number, onEnded: () => void) {
  const notify = useNotify();
  const options = {
    onError: (error: Error) =>
      notify({ tone: 'destructive', title: 'Nothing was changed', description: reasonOf(error, TRY_AGAIN) }),
  };
  const change = useApiMutation(updateRecurrence, options);
  const ending = useApiMutation(updateRecurrence, { ...options, onSettled: onEnded });
  const removal = useApiMutation(deleteRecurrence, { ...options, onSettled: onEnded });
  return {
    isChanging: change.isPending,
    isEnding: ending.isPending || removal.isPending,
    setState: (state: Repeats['state']) => change.mutate({ params: { id }, body: { state } }),
    end: () => ending.mutate({ params: { id }, body: { state: 'ended' } }),
    remove: () => removal.mutate({ params: { id } }),
  };
}

const TRY_AGAIN = 'Please try again.';
