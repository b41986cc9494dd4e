import { listWaitingPosts } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../kit/index.ts';
import { useIdle } from '../browser/use-idle.ts';

/** Posts that wait on the person, as Scheduled Posts lists them. 0 until it is known. */
export function useWaitingCount(): number {
  const { data } = useQuery({
    ...apiQuery(listWaitingPosts, { query: { for: 'owner', page: 1, limit: 1 } }),
    enabled: useIdle(),
  });
  return data?.pagination.all ?? 0;
}
