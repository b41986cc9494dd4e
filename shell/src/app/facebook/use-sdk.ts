import { facebookConfig } from '@pagecast/api/contract';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { apiQuery } from '../../kit/index.ts';
import { SDK_KEY } from './sdk-key.ts';
import { loadSdk, type FacebookConfig, type Sdk } from './sdk.ts';

export interface Connection {
  readonly config: FacebookConfig;
  readonly sdk: Sdk;
}

/** Settings and SDK together, loaded once a page. */
export const sdkQuery = queryOptions({
  queryKey: SDK_KEY,
  queryFn: async ({ client }: { client: QueryClient }): Promise<Connection> => {
    const config = await client.fetchQuery(apiQuery(facebookConfig));
    return { config, sdk: await loadSdk(config) };
  },
  structuralSharing: false,
});

export function useSdk() {
  return useQuery(sdkQuery);
}
