import {
  ADMIN_PATHS,
  HOST_PATHS,
  type NavEntry,
  type ReleasePreview,
  type RemoteRelease,
} from '@pagecast/api/contract';
import { isConfirmed } from './confirmed-overrides.ts';
import { readableReleases } from './readable-releases.ts';

interface Inlined {
  readonly remotes: unknown;
  readonly isLoggedIn?: boolean;
  /** What the address asks for in place of released remotes. */
  readonly overrides?: unknown;
  /** Overrides that the address asks for and that are not done, in words. */
  readonly refusedOverrides?: readonly string[];
  /** What this browser is shown before it is current; areas among them stand in `remotes`. */
  readonly previews?: readonly ReleasePreview[];
}

export interface InlinedRegistry {
  /** Those that this person may load, with the overrides that they confirmed in the place of releases. */
  readonly remotes: RemoteRelease[];
  readonly isLoggedIn?: boolean;
  /** Overrides that they have not been asked about yet: nothing of them is loaded before. */
  readonly askedOverrides: readonly RemoteRelease[];
  readonly refusedOverrides: readonly string[];
  readonly previews: readonly ReleasePreview[];
}

/**
 * What the page says of its visitor: the remotes they may load, and whether anybody is in. Null when it came without,
 * as when the registry was away.
 */
export function inlinedRegistry(page: Document): InlinedRegistry | null {
  const text = page.getElementById('remotes')?.textContent?.trim() ?? '';
  if (text === '') return null;
  const { remotes, overrides: asked, refusedOverrides = [], previews = [], ...rest } = JSON.parse(text) as Inlined;
  const overrides = readableReleases(asked);
  const confirmed = overrides.filter(isConfirmed);
  return {
    ...rest,
    refusedOverrides,
    previews,
    askedOverrides: overrides.filter((override) => !isConfirmed(override)),
    remotes: readableReleases(remotes).map((release) => confirmed.find(({ name }) => name === release.name) ?? release),
  };
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

/**
 * The screen that a path belongs to: its own, in the sidebar or not, the one it lies below, or the first of the same
 * remote, as for a second path of one screen.
 */
export function entryFor(registry: readonly RemoteRelease[], path: string): Pick<NavEntry, 'to' | 'label'> | undefined {
  const entries = navEntries(registry);
  const screens = entries.flatMap((entry) => [entry, ...(entry.unlisted ?? [])]);
  return (
    screens.find(({ to }) => to === path) ??
    entries.find(({ to }) => path.startsWith(`${to}/`)) ??
    releaseFor(registry, path)?.nav[0]
  );
}

/** The path as screens know it: `/history` for what somebody typed as `/History` or `//history/`. */
export function canonicalPath(registry: readonly RemoteRelease[], path: string): string {
  const plain = path.replaceAll(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
  const known = [...HOST_PATHS, ...ADMIN_PATHS, ...registry.flatMap(({ paths }) => paths)];
  return known.find((one) => one === plain.toLowerCase()) ?? plain;
}

/** Whose file this is, if a reload would ask for it again: that of a version of an area that is current. */
export function ofCurrent(registry: readonly RemoteRelease[], path: string): RemoteRelease | undefined {
  return registry.find(({ manifestUrl }) => path.startsWith(manifestUrl.slice(0, manifestUrl.lastIndexOf('/') + 1)));
}
