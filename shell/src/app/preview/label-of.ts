import { SHELL, type RemoteRelease } from '@pagecast/api/contract';

const LABELS = new Intl.ListFormat('en-GB');

/** What people call an area: by its entries in the sidebar, or by its name where it has none yet. */
export function labelOf(name: string, registry: readonly RemoteRelease[]): string {
  if (name === SHELL) return "Pagecast's shell";
  const nav = registry.find((release) => release.name === name)?.nav ?? [];
  return nav.length === 0 ? name : LABELS.format(nav.map(({ label }) => label));
}
