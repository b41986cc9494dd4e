import { deletePageGroup, type PageGroup } from '@pagecast/api/contract';
import { Button, ConfirmDialog, IconButton, reasonOf, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { Pencil, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { ChangedGroup, NewGroup } from './group-forms.tsx';

/** Pages that are chosen by one press, and the way to keep those that are chosen as such. */
export function PageGroups({
  groups,
  chosen,
  onChoose,
}: {
  groups: readonly PageGroup[];
  chosen: readonly string[];
  onChoose: (pageIds: readonly string[]) => void;
}) {
  const notify = useNotify();
  /** Which group has its form open. */
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const close = () => setOpen(null);
  const changed = groups.find(({ id }) => id === open);
  const [deleted, setDeleted] = useState<Pick<PageGroup, 'id' | 'name'> | null>(null);
  const remove = useApiMutation(deletePageGroup, {
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Delete Failed', description: reasonOf(error, 'Unknown error') }),
  });
  if (groups.length === 0 && chosen.length < 2) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {groups.map(({ id, name, pageIds }) => (
        <span key={id} className="inline-flex max-w-full items-center">
          <Button
            size="sm"
            icon={<Users aria-hidden />}
            onClick={() => onChoose(pageIds.map(String))}
          >{`${name} (${pageIds.length})`}</Button>
          <IconButton icon={<Pencil aria-hidden />} label={`Edit the group ${name}`} onClick={() => setOpen(id)} />
          <IconButton
            icon={<Trash2 aria-hidden />}
            label={`Delete the group ${name}`}
            destructive
            onClick={() => setDeleted({ id, name })}
          />
        </span>
      ))}
      {chosen.length > 1 && open === null && (
        <Button size="sm" variant="ghost" className="-ml-2.5" onClick={() => setOpen('new')}>
          Save as a group
        </Button>
      )}
      {open === 'new' && <NewGroup pageIds={chosen} onDone={close} />}
      {changed !== undefined && <ChangedGroup key={changed.id} group={changed} chosen={chosen} onDone={close} />}
      <ConfirmDialog
        open={deleted !== null}
        onClose={() => setDeleted(null)}
        onConfirm={() => {
          if (deleted !== null) remove.mutate({ params: { id: deleted.id } });
          setDeleted(null);
        }}
        destructive
        title={`Delete the group ${deleted?.name ?? ''}?`}
        message="Its pages and their posts stay."
        confirmLabel="Delete group"
      />
    </div>
  );
}
