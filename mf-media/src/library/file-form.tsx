import { ALT_TEXT_LIMIT, FILE_NAME_LIMIT, updateLibraryFile, type LibraryFile } from '@pagecast/api/contract';
import { Button, Field, reasonOf, TextArea, TextInput, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { useState, type FormEvent } from 'react';

interface Words {
  readonly name: string;
  readonly altText: string;
}

/** What a file is called, and what it shows in words. News of the file show through where nothing was typed. */
export function FileForm({ file }: { file: LibraryFile }) {
  const notify = useNotify();
  const { typed, type, round } = useTyped({ name: file.name ?? '', altText: file.altText ?? '' });
  const { name, altText } = { name: file.name ?? '', altText: file.altText ?? '', ...typed };
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
    update.mutate({
      params: { id: file.id },
      body: { name: name.trim() || null, ...(file.kind === 'image' && { altText: altText.trim() || null }) },
    });
  }

  return (
    <form onSubmit={handleSubmit} className="flex flex-col gap-3">
      {/* With the next round, the window around them knows that nothing is left to be saved. */}
      <div key={round} className="flex flex-col gap-3">
        <Field label="Name">
          <TextInput
            dir="auto"
            value={name}
            maxLength={FILE_NAME_LIMIT}
            onChange={({ currentTarget }) => type({ name: currentTarget.value })}
          />
        </Field>
        {file.kind === 'image' && (
          <Field label="Alt text" hint="New posts with this image get it. Posts you've already made keep theirs.">
            <TextArea
              dir="auto"
              rows={3}
              value={altText}
              maxLength={ALT_TEXT_LIMIT}
              placeholder="What the image shows, for people who can't see it"
              onChange={({ currentTarget }) => type({ altText: currentTarget.value })}
            />
          </Field>
        )}
      </div>
      <Button type="submit" className="self-start" busy={update.isPending} busyLabel="Saving...">
        Save
      </Button>
    </form>
  );
}

/**
 * What was typed and is not saved yet. `round` counts how often all of it was.
 * @param saved what the server has
 */
function useTyped(saved: Words) {
  const [typed, setTyped] = useState<Partial<Words>>({});
  const [round, setRound] = useState(0);
  const [last, setLast] = useState(saved);
  if (last.name !== saved.name || last.altText !== saved.altText) {
    setLast(saved);
    const left = Object.entries(typed).filter(([name, text]) => text.trim() !== saved[name as keyof Words]);
    setTyped(Object.fromEntries(left));
    if (left.length === 0) setRound(round + 1);
  }
  return { typed, type: (part: Partial<Words>) => setTyped((before) => ({ ...before, ...part })), round };
}
