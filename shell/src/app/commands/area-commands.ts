import type { NavEntry, RemoteRelease } from '@pagecast/api/contract';
import { navEntries } from '../remotes/registry.ts';

/** What can be found by name, and done. */
export interface Command {
  readonly title: string;
  /** What tells it from others of that title. */
  readonly detail?: string;
  /** What finds it beside its title. */
  readonly keywords?: string;
  /** Two keys, one after the other: `g h`. */
  readonly shortcut?: string;
  readonly entry?: Pick<NavEntry, 'icon' | 'iconPath'>;
  readonly run: () => void;
}

const MOST_OF_ONE = 20;
const SHORTCUT = /^[a-z] [a-z0-9]$/;

/**
 * The areas, and what each brings with its entry. An entry that cannot be read loses its own commands, and a second
 * holder of a shortcut the shortcut.
 */
export function areaCommands(
  registry: readonly RemoteRelease[],
  { isAdmin, go }: { isAdmin: boolean; go: (to: string) => void },
): { areas: Command[]; given: Command[] } {
  const entries = navEntries(registry);
  const taken = new Set<string>();
  return {
    areas: entries.map((entry) => ({ title: entry.label, entry, run: () => go(entry.to) })),
    given: entries.flatMap((entry) => {
      const paths = registry.find(({ nav }) => nav.includes(entry))?.paths ?? [];
      return readable(entry.commands, paths)
        .filter(({ adminOnly }) => isAdmin || adminOnly !== true)
        .map(({ title, to, keywords, shortcut }) => {
          const isFree = typeof shortcut === 'string' && SHORTCUT.test(shortcut) && !taken.has(shortcut);
          if (isFree) taken.add(shortcut);
          return {
            title,
            keywords: `${keywords ?? ''} ${entry.label}`,
            entry,
            run: () => go(to),
            ...(isFree && { shortcut }),
          };
        });
    }),
  };
}

/** The API has read them at its door; what a developer serves has not been there. */
function readable(given: NavEntry['commands'], paths: readonly string[]): NonNullable<NavEntry['commands']> {
  if (!Array.isArray(given)) return [];
  return given
    .slice(0, MOST_OF_ONE)
    .filter(
      (one) =>
        typeof one?.title === 'string' && typeof one.to === 'string' && paths.includes(one.to.split('?')[0] ?? ''),
    );
}
