import { facebookConfig, listPages, type FacebookPage } from '@pagecast/api/contract';
import { apiQuery } from '@pagecast/shell/kit';

export const config = () => apiQuery(facebookConfig);
export const pages = () => apiQuery(listPages);

/** Pages that a post can be put on. */
export function connectedPages(all: readonly FacebookPage[]): FacebookPage[] {
  return all.filter((page) => page.isConnected);
}
