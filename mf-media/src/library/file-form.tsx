import { ALT_TEXT_LIMIT, FILE_NAME_LIMIT, updateLibraryFile, type LibraryFile } from '@pagecast/api/contract';
import { Button, Field, reasonOf, TextArea, TextInput, useApiMutation, useNotify } from '@pagecast/shell/kit';
import type { FormEvent } from 'react';

/** What a file is called, and what it shows in words. */
export function FileForm({ file }: { file: LibraryFile }) {
  const notify = useNotify();
  const update = useApiMutation(updateLibraryFile, {
    onSuccess: () => notify({ tone: 'default', title: 'Changes saved' }),
    onError: (error) =>
      notify({
        tone: 'destructive',
        title: "Changes weren't saved",
        description: reasonOf(error, 'Try again in a moment.'),
      }),
  });

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    const read = (name: string) => String(fields.get(name) ?? '').trim() || null;
    update.mutate({
      params: { id: file.id },
      body: { name: read('name'), ...(file.kind === 'image' && { altText: read('alt') }) },
    });
  }

  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-3">
      <Field label="Name">
        <TextInput name="name" dir="auto" defaultValue={file.name ?? ''} maxLength={FILE_NAME_LIMIT} />
      </Field>
      {file.kind === 'image' && (
        <Field label="Alt text" hint="New posts with this image get it. Posts you've already made keep theirs.">
          <TextArea
            name="alt"
            dir="auto"
            rows={3}
            defaultValue={file.altText ?? ''}
            maxLength={ALT_TEXT_LIMIT}
            placeholder="What the image shows, for people who can't see it"
          />
        </Field>
      )}
      <Button type="submit" className="self-start" busy={update.isPending} busyLabel="Saving...">
        Save
      </Button>
    </form>
  );
}
