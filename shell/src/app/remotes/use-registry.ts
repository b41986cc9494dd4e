import { listRemotes, type RemoteRelease } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { apiQuery } from '../../kit/index.ts';

const NOTHING: readonly RemoteRelease[] = [];

/**
 * The remotes of this visitor, as the page brought them and as they are released since.
 * `problem` is why none is known, with a way to ask again; null as soon as they are.
 */
export function useRegistry() {
  const { data, error, isPending, refetch } = useQuery(apiQuery(listRemotes));
  return { registry: data?.remotes ?? NOTHING, isPending, problem: data === undefined && error !== null ? { error, retry: () => void refetch() } : null };
}
