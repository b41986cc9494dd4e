/** The page number in an address, from 1 up; anything else is the first page. */
export function readPageNumber(given: string | undefined): number {
  return given !== undefined && /^[1-9]\d{0,6}$/.test(given) ? Number(given) : 1;
}

/** Where to be after a post was deleted: a page that lost its last post is left for the one before. */
export function pageAfterDeletion(pageNumber: number, postsOnPage: number): number {
  return postsOnPage <= 1 ? Math.max(1, pageNumber - 1) : pageNumber;
}
