import type { EnvironmentState } from '@pagecast/api/contract';

export function dueWords({ dueSoon }: Pick<EnvironmentState, 'dueSoon'>): string {
  if (dueSoon === 0) return 'no posts due in the next 24 hours';
  return `${dueSoon.toLocaleString('en')} ${dueSoon === 1 ? 'post' : 'posts'} due in the next 24 hours`;
}
