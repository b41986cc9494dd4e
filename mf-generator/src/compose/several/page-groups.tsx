import { createPageGroup, deletePageGroup, type PageGroup } from '@pagecast/api/contract';
import {
  Button,
  ConfirmDialog,
  Field,
  IconButton,
  reasonOf,
  TextInput,
  useApiMutation,
  useNotify,
} from '@pagecast/shell/kit';
import { Trash2, Users } from 'lucide-react';
import { useState, type FormEvent } from 'react';

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
  const [isSaving, setIsSaving] = useState(false);
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
          <IconButton
            icon={<Trash2 aria-hidden />}
            label={`Delete the group ${name}`}
            destructive
            onClick={() => setDeleted({ id, name })}
          />
        </span>
      ))}
      {chosen.length > 1 && !isSaving && (
        <Button size="sm" variant="ghost" className="-ml-2.5" onClick={() => setIsSaving(true)}>
          Save as a group
        </Button>
      )}
      {isSaving && <NewGroup pageIds={chosen} onDone={() => setIsSaving(false)} />}
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

/** The press that brought the field was for writing into it. */
const focusOnMount = (field: HTMLInputElement | null) => field?.focus();

function NewGroup({ pageIds, onDone }: { pageIds: readonly string[]; onDone: () => void }) {
  const notify = useNotify();
  const [name, setName] = useState('');
  const create = useApiMutation(createPageGroup, {
    onSuccess: () => {
      notify({ tone: 'default', title: 'Group Saved' });
      onDone();
    },
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Group Not Saved', description: reasonOf(error, 'Unknown error') }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() === '')
      return notify({ tone: 'destructive', title: 'Missing Name', description: 'Enter a name for the group.' });
    create.mutate({ body: { name, pageIds: pageIds.map(Number) } });
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
      <Field label="Name of the group" className="w-56">
        <TextInput
          value={name}
          maxLength={80}
          ref={focusOnMount}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" variant="primary" busy={create.isPending} busyLabel="Saving...">
        Save
      </Button>
      <Button variant="ghost" onClick={onDone}>
        Cancel
      </Button>
    </form>
  );
}
