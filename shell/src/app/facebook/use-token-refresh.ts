import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { sdkSession } from './sdk.ts';
import { allSdkPages, syncPages } from './sdk-pages.ts';
import { sdkQuery } from './use-sdk.ts';

const MARK = 'pagecast.refreshPages';

/** The reload after a login loses everything else. */
export function markPagesForRefresh(): void {
  sessionStorage.setItem(MARK, 'true');
}

/**
 * After a login, the tokens of all pages go to the server once. Without a session at Facebook there is nothing to
 * refresh.
 */
export function useTokenRefresh(): void {
  const client = useQueryClient();
  useEffect(() => {
    if (sessionStorage.getItem(MARK) === null) return;
    sessionStorage.removeItem(MARK);
    void (async () => {
      try {
        const { sdk } = await client.fetchQuery(sdkQuery);
        if ((await sdkSession(sdk)) === null) return;
        await syncPages(client, await allSdkPages(sdk));
      } catch (error) {
        // The server read the pages at login; this is a second chance only.
        console.warn('The pages could not be refreshed', error);
      }
    })();
  }, [client]);
}
