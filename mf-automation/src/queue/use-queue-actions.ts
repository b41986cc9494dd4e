import { approveQueueEntry, clearAutomationQueue, editQueueEntry, skipQueueEntry, type QueueEntry } from '@pagecast/api/contract';
import { reasonOf, refresh, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { useQueryClient } from '@tanstack/react-query';

/** What can be done with what waits. Whatever is refused shows the queue as it is by now. */
export function useQueueActions() {
  const notify = useNotify();
  const client = useQueryClient();
  const failed = (title: string) => ({
    onError: (error: Error) => {
      notify({ tone: 'destructive', title, description: reasonOf(error, 'Unknown error') });
      refresh(client, skipQueueEntry);
    },
  });
  const done = (title: string, description?: string) => ({ onSuccess: () => notify({ tone: 'default', title, ...(description !== undefined && { description }) }) });
  return {
    approve: useApiMutation(approveQueueEntry, { ...done('Draft approved', 'It goes out at its time, word for word as you read it.'), ...failed('Failed to approve the draft') }),
    skip: useApiMutation(skipQueueEntry, { ...done('Post skipped'), ...failed('Failed to skip the post') }),
    edit: useApiMutation(editQueueEntry, { ...done('Text updated'), ...failed('Failed to update the text') }),
    clear: useApiMutation(clearAutomationQueue, { ...done('Queue cleared'), ...failed('Failed to clear queue') }),
  };
}
export type QueueActions = ReturnType<typeof useQueueActions>;

/** An entry whose exact text is known. */
export type WrittenEntry = QueueEntry & { content: string; contentHash: string };

export function isWritten(entry: QueueEntry): entry is WrittenEntry {
  return entry.content !== null && entry.contentHash !== null;
}
