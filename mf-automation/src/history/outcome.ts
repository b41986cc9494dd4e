import type { AutomationCycle } from '@pagecast/api/contract';

/** '4 planned: 2 published, 1 waiting, 1 skipped.' */
export function describeOutcome({ planned, published, waiting, skipped }: AutomationCycle): string {
  const failed = skipped.filter((slot) => slot.isFailure).length;
  const fates = [
    [published, 'published'],
    [waiting, 'waiting'],
    [failed, 'failed'],
    [skipped.length - failed, 'skipped'],
  ] as const;
  const parts = fates.filter(([count]) => count > 0).map(([count, fate]) => `${count.toLocaleString('en')} ${fate}`);
  return `${planned.toLocaleString('en')} planned${parts.length === 0 ? '' : `: ${parts.join(', ')}`}.`;
}

/** Each reason once, with the pages it held up and how often. */
export function groupReasons(skipped: AutomationCycle['skipped']): { reason: string; pages: string }[] {
  const groups = Map.groupBy(skipped, ({ reason }) => reason.message);
  return Array.from(groups, ([reason, slots]) => {
    const counts = Map.groupBy(slots, ({ pageName }) => pageName);
    return {
      reason,
      pages: Array.from(counts, ([page, { length }]) => (length === 1 ? page : `${page} (${length})`)).join(', '),
    };
  });
}
