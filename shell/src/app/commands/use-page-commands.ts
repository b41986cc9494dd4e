import { listPages } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { apiQuery, useNavigate } from '../../kit/index.ts';
import type { Command } from './area-commands.ts';

/** What there is of each page. Without the list of pages there is none of it, and all else is found. */
export function usePageCommands(): Command[] {
  const go = useNavigate();
  const { data = [] } = useQuery(apiQuery(listPages));
  return data.flatMap(({ id, name }) => [
    { title: `${name}: write a post`, run: () => go(`/content-generator?pageId=${id}`) },
    { title: `${name}: scheduled posts`, run: () => go(`/scheduled?pageId=${id}`) },
    { title: `${name}: published posts`, run: () => go(`/history?pageId=${id}`) },
  ]);
}
