import { duplicatePost, type Post, networkFacts } from '@pagecast/api/contract';
import {
  Button,
  CancelButton,
  countGraphemes,
  Dialog,
  Field,
  formatDateTime,
  PageSelect,
  readSchedule,
  reasonOf,
  ScheduleFields,
  scheduleValueOf,
  TextArea,
  todayIso,
  useApiMutation,
  useNotify,
  useTimeZone,
} from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useId, useState, type FormEvent } from 'react';
import { addDays } from './calendar/calendar-days.ts';
import { allPages } from './queries.ts';

/** Plans another post like this one. Its files and settings come along; text, page and time are asked for. */
export function DuplicateDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const formId = useId();
  const notify = useNotify();
  const timeZone = useTimeZone();
  const [content, setContent] = useState(post.content);
  const [value, setValue] = useState(() => dayAfter(post.scheduledAt, timeZone));
  const choices = useQuery(allPages()).data?.filter((page) => page.isConnected) ?? [];
  const [chosenPageId, setPageId] = useState(String(post.facebookPageId ?? ''));
  // A page that was removed or lost its connection cannot stay chosen.
  const pageId = choices.some((page) => String(page.id) === chosenPageId) ? chosenPageId : '';
  const { hasPages: hasPage } = networkFacts(post.publishPlatform);
  const duplicate = useApiMutation(duplicatePost);

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (duplicate.isPending) return;
    if (content.trim() === '')
      return notify({ tone: 'destructive', title: 'No Content', description: 'Please enter your content.' });
    if (hasPage && pageId === '')
      return notify({
        tone: 'destructive',
        title: 'Facebook Page Required',
        description: 'Please select a Facebook page to schedule this post.',
      });
    const schedule = readSchedule(value, { timeZone, now: new Date() });
    if ('problem' in schedule) return notify({ tone: 'destructive', ...schedule.problem });

    duplicate.mutate(
      {
        params: { id: post.id },
        body: { content, scheduledAt: schedule.at.toISOString(), ...(hasPage && { facebookPageId: Number(pageId) }) },
      },
      {
        onSuccess: () => {
          notify({
            tone: 'default',
            title: 'Post Scheduled',
            description: `The copy goes out on ${formatDateTime(schedule.at, timeZone)}.`,
          });
          onClose();
        },
        onError: (error) =>
          notify({ tone: 'destructive', title: 'Schedule Failed', description: reasonOf(error, 'Unknown error') }),
      },
    );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Duplicate Post"
      description={
        post.mediaType === 'text'
          ? 'A second post with the same text, for another time or page.'
          : 'A second post with the same text and files, for another time or page.'
      }
      footer={
        <>
          <CancelButton />
          <Button
            variant="primary"
            type="submit"
            form={formId}
            busy={duplicate.isPending}
            busyLabel="Scheduling Post..."
          >
            Schedule Post
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
        <Field
          label="Text"
          hint={`${countGraphemes(content).toLocaleString('en')} characters. Facebook may refuse the same text twice on one page, so change a few words.`}
        >
          <TextArea
            autosize
            rows={6}
            className="max-h-80"
            value={content}
            onChange={(event) => setContent(event.currentTarget.value)}
          />
        </Field>
        {hasPage && <PageSelect pages={choices} value={pageId} onValueChange={setPageId} />}
        <ScheduleFields value={value} onValueChange={setValue} />
      </form>
    </Dialog>
  );
}

/** The same time of day on the day after, or after today where that is later; no time for a post that has none. */
function dayAfter(scheduledAt: string | null, timeZone: string) {
  const { date, time } = scheduleValueOf(scheduledAt, timeZone);
  const today = todayIso(new Date(), timeZone);
  return { date: addDays(date > today ? date : today, 1), time };
}
