import { listPosts, type PostStatus } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiQuery } from '../../kit/index.ts';
import { whenIdle } from './when-idle.ts';

/** Posts that wait on the person: those that failed or were missed. 0 until it is known; the screen's own calls come first. */
export function useWaitingCount(): number {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    let isShown = true;
    void whenIdle().then(() => { if (isShown) setIsIdle(true); });
    return () => { isShown = false; };
  }, []);
  return useCount('failed', isIdle) + useCount('missed', isIdle);
}

function useCount(status: PostStatus, enabled: boolean): number {
  const { data } = useQuery({ ...apiQuery(listPosts, { query: { status, page: 1, limit: 1 } }), enabled });
  return data?.pagination.total ?? 0;
}
