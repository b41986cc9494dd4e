import { duplicatePost, type Post } from '@pagecast/api/contract';
import {
  formatDateTime,
  readSchedule,
  reasonOf,
  useApiMutation,
  useNotify,
  useTimeZone,
  whenOf,
  type ScheduleValue,
} from '@pagecast/shell/kit';

/** What a form for another post says. */
interface Copy {
  readonly content: string;
  readonly schedule: ScheduleValue;
  /** '' while none is chosen; absent where a network has no pages. */
  readonly pageId?: string;
}

/** Plans another post like this one, or says what is missing. */
export function useDuplicate(post: Post, onDone: () => void) {
  const notify = useNotify();
  const timeZone = useTimeZone();
  const mutation = useApiMutation(duplicatePost, {
    onSuccess: ({ scheduledAt }) =>
      notify({
        tone: 'default',
        title: 'Post Scheduled',
        ...(scheduledAt !== null && { description: `The copy goes out on ${formatDateTime(scheduledAt, timeZone)}.` }),
      }),
    onError: (error) =>
      notify({ tone: 'destructive', title: 'Schedule Failed', description: reasonOf(error, 'Unknown error') }),
  });

  function duplicate({ content, schedule, pageId }: Copy): void {
    if (mutation.isPending) return;
    if (content.trim() === '')
      return notify({ tone: 'destructive', title: 'No Content', description: 'Please enter your content.' });
    if (pageId === '')
      return notify({
        tone: 'destructive',
        title: 'Facebook Page Required',
        description: 'Please select a Facebook page to schedule this post.',
      });
    const read = readSchedule(schedule, { timeZone, now: new Date() });
    if ('problem' in read) return notify({ tone: 'destructive', ...read.problem });

    const body = {
      content,
      ...whenOf(schedule, { at: read.at, pageId: Number(pageId) }),
      ...(pageId !== undefined && { facebookPageId: Number(pageId) }),
    };
    mutation.mutate({ params: { id: post.id }, body }, { onSuccess: onDone });
  }

  return { isPending: mutation.isPending, duplicate };
}
