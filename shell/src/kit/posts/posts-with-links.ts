/** '1 post with a link', '3 posts with links' */
export function postsWithLinks(count: number): string {
  return count === 1 ? '1 post with a link' : `${count.toLocaleString('en')} posts with links`;
}
