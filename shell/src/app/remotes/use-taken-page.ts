import type { RemoteRelease } from '@pagecast/api/contract';
import { useState } from 'react';
import { entryFor, releaseFor } from './registry.ts';

interface Page {
  readonly path: string;
  readonly remote: string;
  readonly label: string | undefined;
}

/**
 * The page somebody stands on when it is taken back, with what its remote is now. It stays under their hands until they
 * leave; null for any other.
 */
export function useTakenPage(
  registry: readonly RemoteRelease[],
  pathname: string,
): (Page & { release: RemoteRelease }) | null {
  const [visited, setVisited] = useState<Page | null>(null);
  const served = releaseFor(registry, pathname);
  const label = entryFor(registry, pathname)?.label;
  if (served !== undefined) {
    if (visited?.path !== pathname || visited.remote !== served.name || visited.label !== label)
      setVisited({ path: pathname, remote: served.name, label });
    return null;
  }
  if (visited !== null && visited.path !== pathname) setVisited(null);
  const release = registry.find(({ name }) => name === visited?.remote);
  return visited?.path === pathname && release !== undefined ? { ...visited, release } : null;
}
