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
  const { setState, remove, isPending } = useActions(id, () => setAsking(null));
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
          <Button size="sm" icon={<Pause aria-hidden />} busy={isPending} onClick={() => setState('paused')}>
            {label('Pause')}
          </Button>
          <Button size="sm" icon={<CircleStop aria-hidden />} onClick={() => setAsking('end')}>
            {label('End')}
          </Button>
        </>
      ) : (
        <Button size="sm" icon={<Play aria-hidden />} busy={isPending} onClick={() => setState('running')}>
          {label('Resume')}
        </Button>
      )}
      <Button size="sm" icon={<Trash2 aria-hidden />} onClick={() => setAsking('delete')}>
        {label('Delete')}
      </Button>
      {asking !== null && (
        <Question
          {...QUESTIONS[asking]}
          isPending={isPending}
          onClose={() => setAsking(null)}
          onConfirm={() => (asking === 'end' ? setState('ended') : remove())}
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

function useActions(id: number, onSettled: () => void) {
  const notify = useNotify();
  const options = {
    onSettled,
    onError: (error: Error) =>
      notify({ tone: 'destructive', title: 'Nothing was changed', description: reasonOf(error, TRY_AGAIN) }),
  };
  const update = useApiMutation(updateRecurrence, options);
  const removal = useApiMutation(deleteRecurrence, options);
  return {
    isPending: update.isPending || removal.isPending,
    setState: (state: Repeats['state']) => update.mutate({ params: { id }, body: { state } }),
    remove: () => removal.mutate({ params: { id } }),
  };
}

const TRY_AGAIN = 'Please try again.';
