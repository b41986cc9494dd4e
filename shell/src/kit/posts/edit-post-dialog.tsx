import { listPages, updatePost, type Post } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { reasonOf } from '../runtime/api-error.ts';
import { apiQuery, useApiMutation } from '../runtime/api-query.ts';
import { Button } from '../ui/button.tsx';
import { CancelButton } from '../ui/cancel-button.tsx';
import { countGraphemes } from './count-graphemes.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { useNotify, useTimeZone } from '../runtime/host.tsx';
import { TextArea } from '../ui/inputs.tsx';
import { PageSelect } from './page-select.tsx';
import { readPostEdit } from './read-post-edit.ts';
import { ScheduleFields } from '../time/schedule-fields.tsx';
import { scheduleValueOf } from '../time/schedule-value.ts';

/** Changes the text, the page and the time of a post that is not out yet. */
export function EditPostDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const formId = useId();
  const notify = useNotify();
  const timeZone = useTimeZone();
  const [content, setContent] = useState(post.content);
  const [schedule, setSchedule] = useState(() => scheduleValueOf(post.scheduledAt, timeZone));
  const choices = useQuery(apiQuery(listPages)).data?.filter((page) => page.isConnected) ?? [];
  const [chosenPageId, setPageId] = useState(String(post.facebookPageId ?? ''));
  // A page that was removed or lost its connection cannot stay chosen.
  const pageId = choices.some((page) => String(page.id) === chosenPageId) ? chosenPageId : '';
  const update = useApiMutation(updatePost, {
    onSuccess: (_, { body }) =>
      notify({ tone: 'default', title: body?.scheduledAt === undefined ? 'Post Updated' : 'Schedule Updated' }),
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Update Failed', description: reasonOf(error, 'Unknown error') }),
  });

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (update.isPending) return;
    const reading = readPostEdit(post, { content, pageId, schedule }, { timeZone, now: new Date() });
    if ('problem' in reading) return notify({ tone: 'destructive', ...reading.problem });
    const { edit } = reading;
    if (Object.keys(edit).length === 0) return onClose();

    update.mutate({ params: { id: post.id }, body: edit }, { onSuccess: onClose });
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Edit Post"
      description={post.pageName === null ? undefined : `For ${post.pageName}`}
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
        {choices.length > 0 && <PageSelect pages={choices} value={pageId} onValueChange={setPageId} />}
        <ScheduleFields value={schedule} onValueChange={setSchedule} />
      </form>
    </Dialog>
  );
}
