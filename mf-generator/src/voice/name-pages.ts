/** So many are named in a narrow column. */
const NAMED = 5;

/** 'All pages', 'Corner Bakery, Night Diner', or the first few and how many others. @param all how many there are */
export function namePages(names: readonly string[], all: number): string {
  if (names.length === all) return 'All pages';
  if (names.length <= NAMED + 1) return names.join(', ');
  return `${names.slice(0, NAMED).join(', ')} and ${names.length - NAMED} other pages`;
}
