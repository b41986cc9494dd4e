import { listPosts, networkFacts, SEARCH_WORDS, type Post } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { apiQuery, formatDateTime, useNavigate, useTimeZone } from '../../kit/index.ts';
import type { Command } from './area-commands.ts';

/** Letters that come at once ask once; what is asked for is to be read within 300 ms of the last. */
const PAUSE_MS = 70;
const LEAST_LETTERS = 2;
const MOST = 5;
/** More than any row has room for, so that what is cut ends in dots. */
const TITLE_LENGTH = 200;

/** Published and scheduled posts that hold what was typed, once the typing pauses. `says`: why there are none yet. */
export function useFoundPosts(query: string): { found: Command[]; says: string | null } {
  const go = useNavigate();
  const timeZone = useTimeZone();
  const text = usePaused(query.trim().split(/\s+/).slice(0, SEARCH_WORDS).join(' '));
  const enabled = text.length >= LEAST_LETTERS;
  const page = { text, limit: MOST, page: 1 } as const;
  const published = useQuery({ ...apiQuery(listPosts, { query: { ...page, status: 'published' } }), enabled });
  const scheduled = useQuery({ ...apiQuery(listPosts, { query: { ...page, status: 'scheduled' } }), enabled });
  if (!enabled) return { found: [], says: null };
  const posts = [scheduled, published].flatMap(({ data }) => data?.posts ?? []);
  return {
    found: posts.map((post) => ({
      title: post.content.replaceAll(/\s+/g, ' ').slice(0, TITLE_LENGTH),
      detail: detailOf(post, timeZone),
      run: () => go(`/history/post?id=${post.id}`),
    })),
    says: saysOf([published, scheduled]),
  };
}

/** Where it goes, and when. */
function detailOf({ pageName, publishPlatform, publishedAt, scheduledAt }: Post, timeZone: string): string {
  const place = pageName ?? networkFacts(publishPlatform).title;
  const at = publishedAt ?? scheduledAt;
  if (at === null) return place;
  return `${place} · ${publishedAt === null ? 'Scheduled for' : 'Published'} ${formatDateTime(at, timeZone)}`;
}

function saysOf(reads: readonly { isPending: boolean; fetchStatus: string; error: unknown }[]): string | null {
  if (reads.some(({ isPending, fetchStatus }) => isPending && fetchStatus === 'paused'))
    return "You're offline, so we can't search your posts.";
  if (reads.some(({ error }) => error !== null)) return "We couldn't search your posts. Try again later.";
  return reads.some(({ isPending }) => isPending) ? 'Searching posts…' : null;
}

function usePaused(text: string): string {
  const [paused, setPaused] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
