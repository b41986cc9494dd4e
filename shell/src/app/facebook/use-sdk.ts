import { facebookConfig } from '@pagecast/api/contract';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../kit/index.ts';
import { loadSdk } from './sdk.ts';

/** Settings and SDK together, loaded once a page. */
export const sdkQuery = queryOptions({
  queryKey: ['facebook-sdk'],
  queryFn: async ({ client }: { client: QueryClient }) => {
    const config = await client.fetchQuery(apiQuery(facebookConfig));
    return { config, sdk: await loadSdk(config) };
  },
  structuralSharing: false,
});

export function useSdk() {
  return useQuery(sdkQuery);
}
