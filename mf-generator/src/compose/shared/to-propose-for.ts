import { listSharedPages, type FacebookPage } from '@pagecast/api/contract';
import { callApi } from '@pagecast/shell/kit';

/** A page of somebody else for which this person proposes posts, as it is chosen beside their own. */
export interface PageOfOther extends FacebookPage {
  readonly ownerName: string;
}

/** @throws ApiError */
export async function pagesToProposeFor(signal: AbortSignal): Promise<PageOfOther[]> {
  const shared = await callApi(listSharedPages, { signal });
  return shared
    .filter(({ role }) => role === 'editor')
    .map(({ id, name, category, owner }) => ({
      id,
      name,
      category,
      ownerName: owner.name,
      pageId: String(id),
      accessToken: null,
      isActive: true,
      isConnected: true,
      problem: null,
    }));
}
