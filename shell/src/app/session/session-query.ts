import { currentUser, PROFILE_PICTURE_PATH, type User } from '@pagecast/api/contract';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { apiQuery, callApi, resetClient, statusOf } from '../../kit/index.ts';

const held = new WeakSet<QueryClient>();

/** Keeps the person on their screen although the server has ended the session: for the last words before a farewell. */
export function holdSession(client: QueryClient): void {
  held.add(client);
}
export function releaseSession(client: QueryClient): void {
  held.delete(client);
}
export const isHeld = (client: QueryClient): boolean => held.has(client);

/**
 * Who is logged in; null when nobody is. No answer at all stays an error: it says nothing about the session.
 * Once somebody is in, only a 401 says otherwise, as to any call: a server that stumbles sends nobody to the login
 * card.
 */
export const sessionQuery = queryOptions({
  queryKey: [...apiQuery(currentUser).queryKey],
  queryFn: async ({ signal, client, queryKey }): Promise<User | null> => {
    const known = client.getQueryData<User | null>(queryKey) ?? null;
    try {
      const user = await callApi(currentUser, { signal });
      if (known === null || known.id === user.id) return user;
      // Another tab took or gave back somebody's place: what is on this screen is not theirs.
      void resetClient(client, user.isAdmin ? undefined : '/');
      return known;
    } catch (error) {
      const status = statusOf(error);
      if (known !== null && held.has(client)) return known;
      if (known === null && status !== null && status !== 0) return null;
      throw error;
    }
  },
});

export function nameOf(user: User): string {
  return `${user.firstName} ${user.lastName}`.trim();
}

/**
 * The picture of `user`, with an address of its own: a browser keeps it for an hour, and must not show it for somebody
 * else who is in by then.
 */
export function pictureOf({ id }: User): string {
  return `${PROFILE_PICTURE_PATH}?of=${id}`;
}
