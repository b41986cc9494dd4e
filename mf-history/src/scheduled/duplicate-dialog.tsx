import { type Post, networkFacts } from '@pagecast/api/contract';
import {
  countGraphemes,
  Field,
  FormDialog,
  PageSelect,
  ScheduleFields,
  scheduleValueOf,
  TextArea,
  todayIso,
  useTimeZone,
} from '@pagecast/shell/kit';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isStory } from '../post/story-life.tsx';
import { addDays } from './calendar/calendar-days.ts';
import { allPages } from './queries.ts';
import { useDuplicate } from './use-duplicate.ts';

/** Plans another post like this one. Its files and settings come along; text, page and time are asked for. */
export function DuplicateDialog({ post, onClose }: { post: Post; onClose: () => void }) {
  const timeZone = useTimeZone();
  const [content, setContent] = useState(post.content);
  const [schedule, setSchedule] = useState(() => dayAfter(post.scheduledAt, timeZone));
  const page = useConnectedPage(post.facebookPageId);
  const { hasPages } = networkFacts(post.publishPlatform);
  const { isPending, duplicate } = useDuplicate(post, onClose);

  function handleSubmit() {
    duplicate({ content, schedule, ...(hasPages && { pageId: page.id }) });
  }

  return (
    <FormDialog
      onClose={onClose}
      title="Duplicate Post"
      description={`A second ${copied(post)}, for another time or page.`}
      submitLabel="Schedule Post"
      busy={isPending}
      busyLabel="Scheduling Post..."
      onSubmit={handleSubmit}
    >
      {!isStory(post) && <TextField value={content} onChange={setContent} />}
      {hasPages && <PageSelect pages={page.choices} value={page.id} onValueChange={page.choose} />}
      <ScheduleFields
        value={schedule}
        onValueChange={setSchedule}
        pageId={hasPages && page.id !== '' ? Number(page.id) : null}
      />
    </FormDialog>
  );
}

function copied(post: Post): string {
  if (isStory(post)) return 'story with the same file';
  return post.mediaType === 'text' ? 'post with the same text' : 'post with the same text and files';
}

function TextField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  return (
    <Field
      label="Text"
      hint={
        `${countGraphemes(value).toLocaleString('en')} characters. ` +
        'Facebook may refuse the same text twice on one page, so change a few words.'
      }
    >
      <TextArea
        autosize
        rows={6}
        className="max-h-80"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </Field>
  );
}

/**
 * The choice of a page, which starts with that of the post. One that was removed or lost its connection cannot stay
 * chosen: then it is ''.
 */
function useConnectedPage(first: number | null) {
  const choices = useQuery(allPages()).data?.filter((page) => page.isConnected) ?? [];
  const [chosen, choose] = useState(String(first ?? ''));
  return { choices, choose, id: choices.some((page) => String(page.id) === chosen) ? chosen : '' };
}

/** The same time of day on the day after, or after today where that is later; no time for a post that has none. */
function dayAfter(scheduledAt: string | null, timeZone: string) {
  const { date, time } = scheduleValueOf(scheduledAt, timeZone);
  const today = todayIso(new Date(), timeZone);
  return { date: addDays(date > today ? date : today, 1), time };
}
