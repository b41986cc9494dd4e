import { currentUser } from '@pagecast/api/contract';
import { refresh } from '@pagecast/shell/kit';
import { useQueryClient } from '@tanstack/react-query';

/** Asks anew what the person themselves may do, after a change to their own entry. */
export function useOwnRights(): () => void {
  const client = useQueryClient();
  return () => refresh(client, { touches: [currentUser.resource] });
}
