import type { FacebookPage } from '@pagecast/api/contract';

/**
 * The row id, as text, of the page that a post is for: the one that was chosen, for as long as it can be, and before
 * any was chosen the only one there is. '' where it is still to be chosen.
 * @param pages all of somebody's; until they are known, the choice stands as it is
 */
export function chosenPageId(
  pages: readonly Pick<FacebookPage, 'id' | 'isConnected'>[] | undefined,
  choice: string,
): string {
  if (pages === undefined) return choice;
  const ids = pages.filter(({ isConnected }) => isConnected).map(({ id }) => String(id));
  if (choice === '') return ids.length === 1 ? (ids[0] ?? '') : '';
  return ids.includes(choice) ? choice : '';
}
