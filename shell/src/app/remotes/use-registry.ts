import { listRemotes } from '@pagecast/api/contract';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { apiQuery } from '../../kit/index.ts';
import { useLastKnown } from '../session/use-last-known.ts';
import { readableReleases } from './readable-releases.ts';
import { inlinedRegistry } from './registry.ts';

const inlined = inlinedRegistry(document);
/** What this page takes from a developer's machine, whatever is released meanwhile. */
const overrides = (inlined?.remotes ?? []).filter(({ override }) => override !== undefined);
export const refusedOverrides = inlined?.refusedOverrides ?? [];
export const askedOverrides = inlined?.askedOverrides ?? [];
/** What this page shows before it is released. */
export const previews = inlined?.previews ?? [];

/**
 * The remotes of this visitor, as the page brought them and as they are released since.
 * `problem` is why none is known, with a way to ask again; null as soon as they are.
 */
export function useRegistry() {
  const { data: current, error, isPending, refetch } = useQuery(apiQuery(listRemotes));
  const data = useLastKnown(current);
  const registry = useMemo(
    () =>
      readableReleases(data?.remotes).map((release) => overrides.find(({ name }) => name === release.name) ?? release),
    [data],
  );
  return {
    registry,
    isPending,
    problem: data === undefined && error !== null ? { error, retry: () => void refetch() } : null,
  };
}
