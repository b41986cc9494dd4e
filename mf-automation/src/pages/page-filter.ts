import type { PageConfiguration } from '@pagecast/api/contract';

export const PAGE_FILTERS = ['all', 'enabled', 'disabled', 'attention'] as const;
export type PageFilter = (typeof PAGE_FILTERS)[number];

const TESTS: Record<PageFilter, (page: PageConfiguration) => boolean> = {
  all: () => true,
  enabled: (page) => page.isEnabled,
  disabled: (page) => !page.isEnabled,
  attention: (page) => page.isEnabled && (page.pause !== null || !page.isAvailable),
};

export function countBy(pages: readonly PageConfiguration[], filter: PageFilter): number {
  return pages.filter(TESTS[filter]).length;
}

/** Those whose name has every word of the search, whatever its case. */
export function findPages(
  pages: readonly PageConfiguration[],
  { filter, search }: { filter: PageFilter; search: string },
): PageConfiguration[] {
  const words = search
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return pages.filter(
    (page) => TESTS[filter](page) && words.every((word) => page.pageName.toLowerCase().includes(word)),
  );
}
