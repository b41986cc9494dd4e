import { hashKey, MutationCache, QueryClient, type QueryFunction } from '@tanstack/react-query';
import { statusOf } from '../../kit/index.ts';
import { QUERY_RULES } from '../../kit/runtime/query-client.ts';
import { SDK_KEY } from '../facebook/sdk-key.ts';
import { noteFailure } from '../toasts/last-failure.ts';
import { sessionEndOf } from './session-end.ts';
import { isHeld, sessionQuery } from './session-query.ts';

/**
 * The one client of shell and remotes. A 401 to any call of a logged-in person means that the session ended. What is
 * read then waits until they are in again, so that no screen loses what it shows; what is written fails, and is not
 * sent a second time.
 */
export function shellQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    defaultOptions: QUERY_RULES,
    mutationCache: new MutationCache({
      onError: (error) => {
        noteFailure(error);
        if (isEnd(client, error) && !sessionEndOf(client).end(true)) endSession(client);
      },
    }),
  });
  const complete = client.defaultQueryOptions.bind(client) as unknown as Complete;
  // Every query passes here once, whoever made it: also those of a remote of an earlier day.
  const patient: Complete = (options) =>
    options._defaulted === true || typeof options.queryFn !== 'function'
      ? complete(options)
      : complete({ ...options, queryFn: untilLoggedIn(client, options.queryFn as QueryFunction) });
  client.defaultQueryOptions = patient as unknown as QueryClient['defaultQueryOptions'];
  keepFromAreas(client);
  return client;
}

/**
 * Areas share the client: what one of them does here would hold in all others, until the page is loaded anew. The rules
 * stay, and a listener that throws ends nothing but itself.
 */
function keepFromAreas(client: QueryClient): void {
  client.setDefaultOptions = () => console.warn('The rules of reading are for all areas: they stay as they are');
  for (const cache of [client.getQueryCache(), client.getMutationCache()] as Subscribable[]) {
    const subscribe = cache.subscribe.bind(cache);
    cache.subscribe = (listener) =>
      subscribe((event) => {
        try {
          listener(event);
        } catch (error) {
          reportError(error);
        }
      });
  }
}

interface Subscribable {
  subscribe: (listener: (event: unknown) => void) => () => void;
}

type Complete = (options: { queryFn?: unknown; _defaulted?: boolean }) => object;

/** Reads again after the person has logged in again. */
function untilLoggedIn(client: QueryClient, read: QueryFunction): QueryFunction {
  return async (context) => {
    for (;;) {
      try {
        return await read(context);
      } catch (error) {
        if (!isEnd(client, error)) throw error;
        const end = sessionEndOf(client);
        if (!end.end()) endSession(client);
        else if (await end.isBack(context.signal)) continue;
        throw error;
      }
    }
  };
}

function isEnd(client: QueryClient, error: unknown): boolean {
  return statusOf(error) === 401 && !!client.getQueryData(sessionQuery.queryKey) && !isHeld(client);
}

/** Forgets everything that belonged to the session. The SDK stays: the login card needs it, and it is nobody's. */
export function endSession(client: QueryClient): void {
  client.setQueryData(sessionQuery.queryKey, null);
  const kept = [sessionQuery.queryKey, SDK_KEY].map((key) => hashKey(key));
  client.removeQueries({ predicate: ({ queryHash }) => !kept.includes(queryHash) });
  client.getMutationCache().clear();
  sessionEndOf(client).drop();
}
