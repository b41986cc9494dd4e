import type { Endpoint } from '@pagecast/api/contract';
import { reasonOf, useApiMutation, useNotify } from '@pagecast/shell/kit';

interface Notices {
  /** Said when the change was made. */
  readonly done: { readonly title: string; readonly description?: string };
  /** The title when it was not; below it stands the reason, or `otherwise` where the answer gives none. */
  readonly failed: string;
  readonly otherwise?: string;
  readonly onSuccess?: () => void;
  readonly onSettled?: () => void;
}

/** A change of whose end people are notified in a toast. */
export function useNotifiedMutation<E extends Endpoint>(
  endpoint: E,
  { done, failed, otherwise = 'Please try again.', onSuccess, onSettled }: Notices,
) {
  const notify = useNotify();
  return useApiMutation(endpoint, {
    onSuccess: () => {
      notify({ tone: 'default', ...done });
      onSuccess?.();
    },
    onError: (error) => notify({ tone: 'destructive', title: failed, description: reasonOf(error, otherwise) }),
    onSettled: () => onSettled?.(),
  });
}
