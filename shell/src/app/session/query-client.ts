import { hashKey, MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { statusOf } from '../../kit/index.ts';
import { QUERY_RULES } from '../../kit/runtime/query-client.ts';
import { sdkQuery } from '../facebook/use-sdk.ts';
import { isHeld, sessionQuery } from './session-query.ts';

/** The one client of shell and remotes. A 401 to any call of a logged-in person means that the session ended: the login card comes back. */
export function shellQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (statusOf(error) === 401 && client.getQueryData(sessionQuery.queryKey) && !isHeld(client)) endSession(client);
  };
  const client: QueryClient = new QueryClient({
    defaultOptions: QUERY_RULES,
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
  });
  return client;
}

/** Forgets everything that belonged to the session. The SDK stays: the login card needs it, and it is nobody's. */
export function endSession(client: QueryClient): void {
  client.setQueryData(sessionQuery.queryKey, null);
  const kept = [sessionQuery, sdkQuery].map(({ queryKey }) => hashKey(queryKey));
  client.removeQueries({ predicate: ({ queryHash }) => !kept.includes(queryHash) });
  client.getMutationCache().clear();
}
