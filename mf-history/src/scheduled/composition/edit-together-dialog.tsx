import { FACEBOOK_TEXT_LIMIT, updateComposition, type Composition } from '@pagecast/api/contract';
import {
  Button,
  CancelButton,
  countGraphemes,
  Dialog,
  Field,
  reasonOf,
  TextArea,
  useApiMutation,
  useNotify,
} from '@pagecast/shell/kit';
import { useId, useState, type FormEvent } from 'react';
import { describeUnchanged } from './describe-unchanged.ts';

/** A new text for all pages that have the common one, or for those with their own too. */
export function EditTogetherDialog({
  composition: { id, content: before, posts },
  onClose,
}: {
  composition: Composition;
  onClose: () => void;
}) {
  const formId = useId();
  const notify = useNotify();
  const [content, setContent] = useState(before);
  const [includeOwnTexts, setIncludeOwnTexts] = useState(false);
  const update = useApiMutation(updateComposition, {
    onSuccess: ({ unchanged }) => {
      notify({ tone: 'default', title: 'Post Updated', ...describeUnchanged(unchanged) });
      onClose();
    },
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Update Failed', description: reasonOf(error, 'Unknown error') }),
  });

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (update.isPending) return;
    const problem = problemOf(content);
    if (problem !== null) return notify({ tone: 'destructive', ...problem });
    if (content === before && !includeOwnTexts) return onClose();
    update.mutate({ params: { id }, body: { content, includeOwnTexts } });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit Together"
      description="The new text goes to every page that isn't published yet."
      footer={
        <>
          <CancelButton />
          <Button variant="primary" type="submit" form={formId} busy={update.isPending} busyLabel="Saving...">
            Save Changes
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
        <Field label="Text" hint={`${countGraphemes(content).toLocaleString('en')} characters`}>
          <TextArea
            autosize
            rows={8}
            className="max-h-80"
            value={content}
            onChange={(event) => setContent(event.currentTarget.value)}
          />
        </Field>
        <OwnTexts posts={posts} isIncluded={includeOwnTexts} onInclude={setIncludeOwnTexts} />
      </form>
    </Dialog>
  );
}

/** What is to become of texts that one page alone has. */
function OwnTexts({
  posts,
  isIncluded,
  onInclude,
}: {
  posts: Composition['posts'];
  isIncluded: boolean;
  onInclude: (isIncluded: boolean) => void;
}) {
  const own = posts.filter(({ hasOwnText, status }) => hasOwnText && status !== 'published');
  if (own.length === 0) return null;
  const names = own.map(({ pageName }) => pageName ?? 'Unknown Page').join(', ');
  return (
    <label className="flex min-h-9 items-start gap-2.5 pointer-coarse:min-h-11">
      <input
        type="checkbox"
        checked={isIncluded}
        onChange={(event) => onInclude(event.currentTarget.checked)}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <span className="min-w-0 wrap-anywhere">Also replace the text that is only for {names}</span>
    </label>
  );
}

function problemOf(content: string): { title: string; description: string } | null {
  if (content.trim() === '') return { title: 'No Content', description: 'Please enter your content.' };
  if (content.length <= FACEBOOK_TEXT_LIMIT) return null;
  const most = FACEBOOK_TEXT_LIMIT.toLocaleString('en');
  return { title: 'Text Too Long', description: `Facebook takes up to ${most} characters. Shorten the text.` };
}
