import { listPosts, type PostStatus } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../kit/index.ts';
import { useIdle } from './use-idle.ts';

/** Posts that wait on the person: those that failed or were missed. 0 until it is known. */
export function useWaitingCount(): number {
  const isIdle = useIdle();
  return useCount('failed', isIdle) + useCount('missed', isIdle);
}

function useCount(status: PostStatus, enabled: boolean): number {
  const { data } = useQuery({ ...apiQuery(listPosts, { query: { status, page: 1, limit: 1 } }), enabled });
  return data?.pagination.total ?? 0;
}
