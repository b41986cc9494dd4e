import { QueryClient } from '@tanstack/react-query';

/** Nothing ages, nothing is retried: a write's `touches` is the only freshness there is. Source: spec section 9. */
export const QUERY_RULES = {
  queries: { staleTime: Infinity, retry: false, refetchOnWindowFocus: false, refetchInterval: false },
  mutations: { retry: false },
} as const;

export function plainQueryClient(): QueryClient {
  return new QueryClient({ defaultOptions: QUERY_RULES });
}
