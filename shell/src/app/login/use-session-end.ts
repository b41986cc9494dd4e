import { currentUser, type User } from '@pagecast/api/contract';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { announce, callApi, hear } from '../../kit/index.ts';
import { endSession } from '../session/query-client.ts';
import { sessionEndOf, type SessionState } from '../session/session-end.ts';
import { isHeld, sessionQuery } from '../session/session-query.ts';
import { hearSession } from '../session/session-tabs.ts';

/** How the session stands of the person whose screen this is. A login in any tab of this browser counts. */
export function useSessionEnd(): SessionState {
  const client = useQueryClient();
  const end = sessionEndOf(client);
  const state = useSyncExternalStore(end.subscribe, end.state);
  useEffect(
    () =>
      hearSession((news) => {
        if (news === null) endSession(client);
        else goOnAs(client, news);
      }),
    [client],
  );
  useEffect(
    () =>
      hear('ended', () => {
        if (!isHeld(client)) sessionEndOf(client).end();
      }),
    [client],
  );
  useEffect(() => {
    if (state !== 'ended') return undefined;
    const stopping = new AbortController();
    const ask = () => {
      if (document.visibilityState === 'visible') void askWhoIsIn(client, stopping.signal);
    };
    for (const event of ['visibilitychange', 'focus'] as const)
      window.addEventListener(event, ask, { signal: stopping.signal });
    return () => stopping.abort();
  }, [client, state]);
  return state;
}

/** The screen goes on under who was on it, and starts anew under anybody else. */
export function goOnAs(client: QueryClient, { id }: Pick<User, 'id'>): void {
  const known = client.getQueryData<User | null>(sessionQuery.queryKey);
  const end = sessionEndOf(client);
  if (!known || known.id !== id) return end.replace();
  const wasEnded = end.state() === 'ended';
  if (wasEnded) end.resume();
  announce('back');
  if (!wasEnded) return;
  // What happened meanwhile was not heard.
  void client.invalidateQueries({ predicate: ({ state }) => state.fetchStatus === 'idle' });
}

/** For a login that no message told of, as in a tab of an earlier version. */
async function askWhoIsIn(client: QueryClient, signal: AbortSignal): Promise<void> {
  const user = await callApi(currentUser, { signal }).catch(() => null);
  if (user !== null && !signal.aborted) goOnAs(client, user);
}
