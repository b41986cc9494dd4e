import type { Owner } from './owner.ts';

/**
 * A further condition on what stands on a page: nothing where all pages of the owner count, as they do for people.
 * @param column of the page's row, such as `p.facebook_page_id`; what is on no page is left out
 */
export function andOnTheirPages({ onlyPages }: Owner, column: string): string {
  if (onlyPages === null || onlyPages === undefined) return '';
  // Numbers of our own rows, which is made sure of here: they stand in the statement.
  const ids = onlyPages.map(Number).filter(Number.isSafeInteger);
  return ` and ${column} in (${ids.length === 0 ? 'null' : ids.join(', ')})`;
}
