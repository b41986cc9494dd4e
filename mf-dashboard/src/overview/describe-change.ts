import type { DashboardStats } from '@pagecast/api/contract';
import { dayLabel } from './week-label.ts';

export interface Change {
  readonly way: 'up' | 'down' | 'same';
  readonly text: string;
}

/** The change of this month in %. From none there is no percentage: then it is told in posts. */
export function describeChange({ postsThisMonth, monthChange, lastMonth }: DashboardStats): Change {
  if (monthChange === 0) return { way: 'same', text: '0% change from last month' };
  const way = monthChange > 0 ? 'up' : 'down';
  const isFromNone = lastMonth?.posts === 0;
  const amount = isFromNone ? postsThisMonth.toLocaleString('en') : `${Math.abs(monthChange).toLocaleString('en')}%`;
  return { way, text: `${amount} ${way === 'up' ? 'more' : 'fewer'} than last month` };
}

/** Which posts of which days are compared; null where an older server does not say. */
export function describeBasis({ postsThisMonth, lastMonth }: DashboardStats): string | null {
  if (lastMonth === undefined) return null;
  const { posts, from, to } = lastMonth;
  const days = from === to ? dayLabel(from) : `${dayLabel(from)} to ${dayLabel(to)}`;
  const [now, before] = [postsThisMonth, posts].map((count) => count.toLocaleString('en'));
  return `${now} so far this month, ${before} on the same days of last month (${days}).`;
}
