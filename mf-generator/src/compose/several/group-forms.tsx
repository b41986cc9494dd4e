import { createPageGroup, PAGE_GROUP_NAME_LENGTH, updatePageGroup, type PageGroup } from '@pagecast/api/contract';
import { Button, Field, reasonOf, TextInput, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { useState, type FormEvent, type ReactNode } from 'react';
import { pageCount } from './describe-several.ts';

/** Keeps these pages under a name. */
export function NewGroup({ pageIds, onDone }: { pageIds: readonly string[]; onDone: () => void }) {
  const create = useApiMutation(createPageGroup, useTold(onDone));
  return (
    <GroupForm
      isPending={create.isPending}
      onSave={(name) => create.mutate({ body: { name, pageIds: pageIds.map(Number) } })}
      onCancel={onDone}
    />
  );
}

/** Another name for a group, and other pages where that is wanted. @param chosen the pages that are chosen now */
export function ChangedGroup({
  group: { id, name, pageIds },
  chosen,
  onDone,
}: {
  group: Pick<PageGroup, 'id' | 'name' | 'pageIds'>;
  chosen: readonly string[];
  onDone: () => void;
}) {
  const change = useApiMutation(updatePageGroup, useTold(onDone));
  const [isOfChosen, setIsOfChosen] = useState(false);
  const isOther = chosen.length !== pageIds.length || !pageIds.every((pageId) => chosen.includes(String(pageId)));
  return (
    <GroupForm
      name={name}
      isPending={change.isPending}
      onSave={(next) =>
        change.mutate({ params: { id }, body: { name: next, ...(isOfChosen && { pageIds: chosen.map(Number) }) } })
      }
      onCancel={onDone}
    >
      {chosen.length > 0 && isOther && (
        <label className="flex min-h-9 items-center gap-2.5 text-sm pointer-coarse:min-h-11">
          <input
            type="checkbox"
            checked={isOfChosen}
            onChange={(event) => setIsOfChosen(event.currentTarget.checked)}
            className="size-4 shrink-0 accent-accent"
          />
          Replace its pages with the {pageCount(chosen.length)} chosen
        </label>
      )}
    </GroupForm>
  );
}

/** Says what became of it; the form goes once it is saved. */
function useTold(onDone: () => void) {
  const notify = useNotify();
  return {
    onSuccess: () => {
      notify({ tone: 'default', title: 'Group Saved' });
      onDone();
    },
    onError: (error: unknown) =>
      notify({ tone: 'destructive', title: 'Group Not Saved', description: reasonOf(error, 'Unknown error') }),
  };
}

/** The press that brought the field was for writing into it. */
const focusOnMount = (field: HTMLInputElement | null) => field?.focus();

function GroupForm({
  name = '',
  isPending,
  onSave,
  onCancel,
  children,
}: {
  name?: string;
  isPending: boolean;
  onSave: (name: string) => void;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const notify = useNotify();
  const [typed, setTyped] = useState(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '')
      return notify({ tone: 'destructive', title: 'Missing Name', description: 'Enter a name for the group.' });
    onSave(typed);
  };
  return (
    <form onSubmit={submit} className="flex w-full flex-wrap items-end gap-2">
      <Field label="Name of the group" className="w-56">
        <TextInput
          value={typed}
          maxLength={PAGE_GROUP_NAME_LENGTH}
          ref={focusOnMount}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </Field>
      <Button type="submit" variant="primary" busy={isPending} busyLabel="Saving...">
        Save
      </Button>
      <Button variant="ghost" onClick={onCancel}>
        Cancel
      </Button>
      {children}
    </form>
  );
}
