import { PAGER_WINDOW } from '@pagecast/api/contract';

/**
 * Up to five page numbers with the current one in the middle where there is room. Pages count from 1. Source: spec
 * section 2.
 */
export function pageWindow(current: number, pages: number): number[] {
  const length = Math.min(PAGER_WINDOW, pages);
  const centred = current - Math.floor(PAGER_WINDOW / 2);
  const first = Math.max(1, Math.min(centred, pages - length + 1));
  return Array.from({ length }, (_, index) => first + index);
}
