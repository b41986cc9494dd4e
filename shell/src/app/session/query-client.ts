import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { statusOf } from '../../kit/index.ts';
import { QUERY_RULES } from '../../kit/query-client.ts';
import { sessionQuery } from './session-query.ts';

/** The one client of shell and remotes. A 401 to any call of a logged-in person means that the session ended: the login card comes back. */
export function shellQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (statusOf(error) === 401 && client.getQueryData(sessionQuery.queryKey)) endSession(client);
  };
  const client: QueryClient = new QueryClient({
    defaultOptions: QUERY_RULES,
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
  });
  return client;
}

/** Forgets everything that belonged to the session. */
export function endSession(client: QueryClient): void {
  client.setQueryData(sessionQuery.queryKey, null);
  const keep = JSON.stringify(sessionQuery.queryKey);
  client.removeQueries({ predicate: ({ queryKey }) => JSON.stringify(queryKey) !== keep && queryKey[0] !== 'facebook-sdk' });
  client.getMutationCache().clear();
}
