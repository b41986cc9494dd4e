import type { NavEntry, RemoteRelease } from '@pagecast/api/contract';

interface InlinedRegistry {
  readonly remotes: RemoteRelease[];
  readonly isLoggedIn?: boolean;
  /** Overrides that the address asks for and that are not done, in words. */
  readonly refusedOverrides?: readonly string[];
}

/** What the page says of its visitor: the remotes they may load, and whether anybody is in. Null when it came without, as when the registry was away. */
export function inlinedRegistry(page: Document): InlinedRegistry | null {
  const inlined = page.getElementById('remotes')?.textContent?.trim() ?? '';
  return inlined === '' ? null : JSON.parse(inlined) as InlinedRegistry;
}

/** Origins beside its own that this page may load remotes from. */
export function remoteHosts(page: Document): string[] {
  return page.querySelector('meta[name="remote-hosts"]')?.getAttribute('content')?.split(' ') ?? [];
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
