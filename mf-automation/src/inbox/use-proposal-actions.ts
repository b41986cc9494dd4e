import {
  approveProposal,
  changeProposal,
  rejectProposal,
  withdrawProposal,
  type Proposal,
} from '@pagecast/api/contract';
import { reasonOf, refresh, useApiMutation, useNotify } from '@pagecast/shell/kit';
import { useQueryClient } from '@tanstack/react-query';

/** What a person decides about what is proposed. Whatever is refused shows the inbox as it is by now. */
export function useProposalActions() {
  const notify = useNotify();
  const client = useQueryClient();
  const failed = (title: string) => ({
    onError: (error: Error) => {
      notify({ tone: 'destructive', title, description: reasonOf(error, 'Unknown error') });
      refresh(client, approveProposal);
    },
  });
  return {
    approve: useApiMutation(approveProposal, {
      onSuccess: ({ pageName }: Proposal) =>
        notify({
          tone: 'default',
          title: 'Post approved',
          description: `It goes out on ${pageName ?? 'its page'}, exactly as you read it.`,
        }),
      ...failed('Failed to approve the post'),
    }),
    reject: useApiMutation(rejectProposal, {
      laterField: 'contentHash',
      onSuccess: () => notify({ tone: 'default', title: 'Post rejected' }),
      ...failed('Failed to reject the post'),
    }),
    withdraw: useApiMutation(withdrawProposal, {
      onSuccess: ({ state }: Proposal) =>
        notify(
          state === 'waiting'
            ? {
                tone: 'default',
                title: 'Post unscheduled',
                description: 'It was approved before, so those who decide about it were told.',
              }
            : { tone: 'default', title: 'Post withdrawn' },
        ),
      ...failed('Failed to withdraw the post'),
    }),
    change: useApiMutation(changeProposal, {
      onSuccess: ({ may }: Proposal) =>
        notify({
          tone: 'default',
          title: 'Post updated',
          description:
            may?.decide === false
              ? "It's still waiting for approval."
              : "It's still waiting. Approve it when it's right.",
        }),
      ...failed('Failed to update the post'),
    }),
  };
}
export type ProposalActions = ReturnType<typeof useProposalActions>;
