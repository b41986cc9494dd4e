/** '1 post', '1,250 posts'. */
export function countOf(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? what : `${what}s`}`;
}
