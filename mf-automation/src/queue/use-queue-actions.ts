import { approveSlot, clearAutomationQueue, editSlot, skipSlot, type Slot } from '@pagecast/api/contract';
import { reasonOf, refresh, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { useQueryClient } from '@tanstack/react-query';
import { queueQuery } from '../queries.ts';

/**
 * What can be done with what waits. The outcome shows before the queue is read again: who edits a text and approves it
 * at once approves what they wrote. Whatever is refused shows the queue as it is by now.
 */
export function useQueueActions() {
  const notify = useNotify();
  const client = useQueryClient();
  const show = (change: (slots: Slot[]) => Slot[]) =>
    client.setQueryData(queueQuery().queryKey, (slots) => slots && change(slots));
  const replace = (changed: Slot) => show((slots) => slots.map((slot) => (slot.id === changed.id ? changed : slot)));
  const done = (title: string, description?: string) =>
    notify({ tone: 'default', title, ...(description !== undefined && { description }) });
  const failed = (title: string) => ({
    onError: (error: Error) => {
      notify({ tone: 'destructive', title, description: reasonOf(error, 'Unknown error') });
      refresh(client, skipSlot);
    },
  });
  return {
    approve: useApiMutation(approveSlot, {
      onSuccess: (slot) => {
        replace(slot);
        done('Post approved', 'It goes out at its time, exactly as you read it.');
      },
      ...failed('Failed to approve the post'),
    }),
    skip: useApiMutation(skipSlot, {
      onSuccess: (_, { params }) => {
        show((slots) => slots.filter((slot) => slot.id !== Number(params.id)));
        done('Post skipped');
      },
      ...failed('Failed to skip the post'),
    }),
    edit: useApiMutation(editSlot, {
      onSuccess: (slot) => {
        replace(slot);
        done('Post updated');
      },
      ...failed('Failed to update the post'),
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

/** An slot whose exact text is known. */
export type WrittenSlot = Slot & { content: string; contentHash: string };

export function isWritten(slot: Slot): slot is WrittenSlot {
  return slot.content !== null && slot.contentHash !== null;
}
