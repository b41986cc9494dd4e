/** Where a page of an administrator's list stands in the whole. */
export function paginationOf(
  currentPage: number,
  limit: number,
  totalCount: number,
): { currentPage: number; totalPages: number; totalCount: number } {
  return { currentPage, totalPages: Math.ceil(totalCount / limit), totalCount };
}
