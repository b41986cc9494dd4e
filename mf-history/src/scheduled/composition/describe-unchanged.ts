import type { UnchangedPost } from '@pagecast/api/contract';

/** Which posts were left as they are, and why, for a toast; nothing where there are none. */
export function describeUnchanged(unchanged: readonly UnchangedPost[]): { description?: string } {
  if (unchanged.length === 0) return {};
  const shown = unchanged.slice(0, NAMED).map(({ pageName, message }) => `${pageName ?? 'Unknown Page'}: ${message}`);
  const more = unchanged.length - shown.length;
  return { description: [...shown, ...(more === 0 ? [] : [`And ${more} more.`])].join(' ') };
}

/** As many as people read. */
const NAMED = 3;
