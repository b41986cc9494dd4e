import {
  approveQueueEntry,
  clearAutomationQueue,
  editQueueEntry,
  skipQueueEntry,
  type QueueEntry,
} from '@pagecast/api/contract';
import { reasonOf, refresh, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { useQueryClient } from '@tanstack/react-query';
import { queueQuery } from '../automation/queries.ts';

/**
 * What can be done with what waits. The outcome shows before the queue is read again: who edits a text and approves it at once
 * approves what they wrote. Whatever is refused shows the queue as it is by now.
 */
export function useQueueActions() {
  const notify = useNotify();
  const client = useQueryClient();
  const show = (change: (entries: QueueEntry[]) => QueueEntry[]) =>
    client.setQueryData(queueQuery().queryKey, (entries) => entries && change(entries));
  const replace = (changed: QueueEntry) =>
    show((entries) => entries.map((entry) => (entry.id === changed.id ? changed : entry)));
  const done = (title: string, description?: string) =>
    notify({ tone: 'default', title, ...(description !== undefined && { description }) });
  const failed = (title: string) => ({
    onError: (error: Error) => {
      notify({ tone: 'destructive', title, description: reasonOf(error, 'Unknown error') });
      refresh(client, skipQueueEntry);
    },
  });
  return {
    approve: useApiMutation(approveQueueEntry, {
      onSuccess: (entry) => {
        replace(entry);
        done('Draft approved', 'It goes out at its time, word for word as you read it.');
      },
      ...failed('Failed to approve the draft'),
    }),
    skip: useApiMutation(skipQueueEntry, {
      onSuccess: (_, { params }) => {
        show((entries) => entries.filter((entry) => entry.id !== Number(params.id)));
        done('Post skipped');
      },
      ...failed('Failed to skip the post'),
    }),
    edit: useApiMutation(editQueueEntry, {
      onSuccess: (entry) => {
        replace(entry);
        done('Text updated');
      },
      ...failed('Failed to update the text'),
    }),
    clear: useApiMutation(clearAutomationQueue, {
      onSuccess: () => {
        show(() => []);
        done('Queue cleared');
      },
      ...failed('Failed to clear queue'),
    }),
  };
}
export type QueueActions = ReturnType<typeof useQueueActions>;

/** An entry whose exact text is known. */
export type WrittenEntry = QueueEntry & { content: string; contentHash: string };

export function isWritten(entry: QueueEntry): entry is WrittenEntry {
  return entry.content !== null && entry.contentHash !== null;
}
