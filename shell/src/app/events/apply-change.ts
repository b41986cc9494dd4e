import type { Change } from '@pagecast/api/contract';
import type { Query, QueryClient } from '@tanstack/react-query';

const awaited = new WeakSet<Query>();

/**
 * Makes the families out of date. What is being read right now may have been read too early: it is read again once it
 * is here, and not stopped, because changes that keep coming would never let it arrive.
 */
export function applyChange(client: QueryClient, families: Change['families']): void {
  for (const family of families) {
    const reading = client.getQueryCache().findAll({ queryKey: [family], fetchStatus: 'fetching' });
    void client.invalidateQueries({ queryKey: [family], predicate: (query) => !reading.includes(query) });
    for (const query of reading) invalidateOnceRead(client, query);
  }
}

function invalidateOnceRead(client: QueryClient, query: Query): void {
  if (awaited.has(query)) return;
  awaited.add(query);
  void Promise.resolve(query.promise)
    .catch(() => {})
    .then(() => {
      awaited.delete(query);
      return client.invalidateQueries({ queryKey: query.queryKey, exact: true });
    });
}
