import { publishPost, type Post } from '@pagecast/api/contract';
import { refresh } from '@pagecast/shell/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { lookAgainInMs } from './waiting-posts.ts';

/**
 * The loop publishes without telling this screen, so the screen looks when it expects something to have moved.
 * @param readAt when the posts were read: a look that finds nothing new still plans the next one
 */
export function useRefreshWhenDue(posts: readonly Post[], readAt: number): void {
  const client = useQueryClient();
  useEffect(() => {
    const waitMs = lookAgainInMs(posts, new Date());
    if (waitMs === null) return;
    const timer = setTimeout(() => refresh(client, publishPost), waitMs);
    return () => clearTimeout(timer);
  }, [client, posts, readAt]);
}
