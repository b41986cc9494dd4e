import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { takeRefreshMark } from './refresh-mark.ts';

/** After a login, the tokens of all pages go to the server once. */
export function useTokenRefresh(): void {
  const client = useQueryClient();
  useEffect(() => {
    if (!takeRefreshMark()) return;
    void (async () => {
      try {
        const { refreshTokens } = await import('./refresh-tokens.ts');
        await refreshTokens(client);
      } catch (error) {
        // The server read the pages at login; this is a second chance only.
        console.warn('The pages could not be refreshed', error);
      }
    })();
  }, [client]);
}
