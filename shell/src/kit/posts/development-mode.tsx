import { readStatus } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { apiQuery } from '../runtime/api-query.ts';
import { useEver } from '../runtime/use-ever.ts';
import { Badge } from '../ui/badge.tsx';
import { cn } from '../ui/cn.ts';

/**
 * Whether it is settled what the notes and badges here say: a screen that shows them earlier would move when they come.
 */
export function useIsModeKnown(): boolean {
  return useEver(!useQuery(apiQuery(readStatus)).isPending);
}

/**
 * Facebook hides what an app in development mode posts from everybody without a role on the app. Unknown counts as no.
 */
function useIsInDevelopment(): boolean {
  return useQuery(apiQuery(readStatus)).data?.appMode === 'development';
}

/** For every place where a post is made. */
export function DevelopmentNote({ what = 'this post', className }: { what?: string; className?: string }) {
  if (!useIsInDevelopment()) return null;
  return (
    <p role="note" className={cn('flex items-start gap-2 rounded-control bg-warn-soft px-3 py-2 text-warn', className)}>
      <FlaskConical aria-hidden className="mt-0.5 size-4 shrink-0" />
      The Facebook app is in development mode. Only people with a role on the app will see {what}.
    </p>
  );
}

/** For each of many posts: short to look at, whole to listen to. */
export function DevelopmentBadge() {
  if (!useIsInDevelopment()) return null;
  return (
    <Badge icon={<FlaskConical aria-hidden />}>
      <span aria-hidden>App roles only</span>
      <span className="sr-only">Development mode: only people with a role on the app see this post.</span>
    </Badge>
  );
}
