import { BULK_MAX_POSTS } from '@pagecast/api/contract';
import { Button, useStickyBar } from '@pagecast/shell/kit';
import { ArrowLeftRight, CalendarClock, CalendarRange, Send, Trash2, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { postsCount } from './describe-bulk.ts';
import type { BulkDialogKind } from './bulk-dialogs.tsx';
import type { Selection } from './selection.ts';

/** How many posts are selected, and what can be done with them. Stays within reach while the plan scrolls under it. */
export function SelectionBar({
  selection,
  matching,
  isBusy,
  onAsk,
}: {
  selection: Selection;
  /** How many posts match the filters; null where that is not known. */
  matching: number | null;
  isBusy: boolean;
  onAsk: (kind: BulkDialogKind) => void;
}) {
  const bar = useStickyBar('bottom');
  const count = selectedCount(selection, matching);
  const isTooMany = count > BULK_MAX_POSTS;
  const action = (kind: BulkDialogKind, label: string, icon: ReactNode) => (
    <Button size="sm" icon={icon} disabled={count === 0 || isTooMany || isBusy} onClick={() => onAsk(kind)}>
      {label}
    </Button>
  );
  return (
    <section
      ref={bar}
      aria-label="Selected posts"
      className={
        'sticky bottom-0 z-20 flex flex-col gap-2 rounded-card border border-line bg-surface p-3 shadow-float ' +
        'lg:flex-row lg:flex-wrap lg:items-center'
      }
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <p role="status" className="font-medium">
          {isTooMany
            ? `${postsCount(count)} selected. Up to ${BULK_MAX_POSTS} at once.`
            : `${postsCount(count)} selected`}
        </p>
        <SelectMore selection={selection} matching={matching} />
      </div>
      <div className="flex flex-wrap gap-2 lg:ml-auto">
        {action('move', 'Move', <CalendarClock aria-hidden />)}
        {action('slots', 'To free slots', <CalendarRange aria-hidden />)}
        {action('page', 'Change page', <ArrowLeftRight aria-hidden />)}
        {action('publish', 'Publish now', <Send aria-hidden />)}
        {action('delete', 'Delete', <Trash2 aria-hidden />)}
        <Button size="sm" variant="ghost" icon={<X aria-hidden />} onClick={() => selection.turn(false)}>
          Done
        </Button>
      </div>
    </section>
  );
}

/** Also those that nobody has loaded. */
function SelectMore({ selection, matching }: { selection: Selection; matching: number | null }) {
  const { ids, shown, isAllMatching, selectShown, selectAllMatching } = selection;
  const areShown = shown.length > 0 && shown.every((id) => ids.has(id));
  if (!areShown && shown.length > 0)
    return (
      <Button size="sm" variant="ghost" onClick={selectShown}>
        Select all {shown.length.toLocaleString('en')} shown
      </Button>
    );
  if (isAllMatching || matching === null || matching <= ids.size) return null;
  return (
    <Button size="sm" variant="ghost" onClick={selectAllMatching}>
      {matching > BULK_MAX_POSTS
        ? `Select the first ${BULK_MAX_POSTS} of ${matching.toLocaleString('en')}`
        : `Select all ${matching.toLocaleString('en')} that match`}
    </Button>
  );
}

export function selectedCount({ ids, isAllMatching }: Selection, matching: number | null): number {
  return isAllMatching && matching !== null ? Math.min(matching, BULK_MAX_POSTS) : ids.size;
}
