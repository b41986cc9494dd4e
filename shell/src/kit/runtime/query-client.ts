import { QueryClient } from '@tanstack/react-query';

/**
 * Nothing ages, nothing is retried: a write's `touches` is the only freshness there is. Source: spec section 9.
 * A write without a connection fails and says so, rather than waiting unseen to be made hours later.
 */
export const QUERY_RULES = {
  queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false, refetchInterval: false },
  mutations: { retry: false, networkMode: 'always' },
} as const;

export function plainQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: QUERY_RULES });
}
