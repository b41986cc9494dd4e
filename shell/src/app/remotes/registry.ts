import { listRemotes, type NavEntry, type RemoteRelease } from '@pagecast/api/contract';
import { callApi } from '../../kit/index.ts';

/** The remotes this visitor may load: from the page itself, or asked for when the page came without them (a development server, a cache). */
export async function readRegistry(page: Document): Promise<readonly RemoteRelease[]> {
  const inlined = page.getElementById('remotes')?.textContent;
  if (inlined !== undefined && inlined !== null && inlined.trim() !== '') {
    return (JSON.parse(inlined) as { remotes: RemoteRelease[] }).remotes;
  }
  return (await callApi(listRemotes)).remotes;
}

export function releaseFor(registry: readonly RemoteRelease[], path: string): RemoteRelease | undefined {
  return registry.find(({ paths }) => paths.includes(path));
}

const SETTINGS: NavEntry = { to: '/settings', label: 'Settings', icon: 'settings', order: 70 };

/** The sidebar: every remote's entries and the shell's own one. */
export function navEntries(registry: readonly RemoteRelease[]): NavEntry[] {
  return [...registry.flatMap(({ nav }) => nav), SETTINGS].sort((one, other) => one.order - other.order);
}

/** The entry that a path belongs to: its own, the one it lies below, or the first of the same remote, as for a second path of one screen. */
export function entryFor(registry: readonly RemoteRelease[], path: string): NavEntry | undefined {
  const entries = navEntries(registry);
  return entries.find(({ to }) => to === path) ?? entries.find(({ to }) => path.startsWith(`${to}/`)) ?? releaseFor(registry, path)?.nav[0];
}
