import { ReleasedName } from '../../contract/remotes.ts';
import { coalesced } from './coalesced.ts';
import { shownMemory, type Shown, type ShownMemoryDeps } from './shown-memory.ts';

/** Pages run the last one, and that which they fall back on. */
const RUNNABLE = 2;
/** However many pages ask, the others are listened to so often. */
const LISTEN_EVERY_MS = 250;

interface Version {
  readonly name: string;
  readonly version: string;
}

/**
 * Which versions of each area, and of the shell, people were given. It is on the disk and changes with each move that
 * the product makes, so that a pointer which was changed in the database alone, or came back with a database of
 * yesterday, leads nobody to a version that was replaced, taken back or only staged.
 */
export function shownVersions(deps: ShownMemoryDeps) {
  const { read, change, listen } = shownMemory(deps);
  const listenSoon = coalesced(listen, LISTEN_EVERY_MS);

  async function isRunnable({ name, version }: Version): Promise<boolean> {
    const found = await read(name);
    return found === null || found.shared === version || found.versions.slice(0, RUNNABLE).includes(version);
  }

  return {
    /** Whether pages may be sent this version without a preview. */
    async has(of: Version): Promise<boolean> {
      const heard = listenSoon().catch(() => {});
      if (await isRunnable(of)) return true;
      await heard;
      return isRunnable(of);
    },

    /**
     * Remembers what pages run by the registry, the last one first, where nothing is known, and tells the others what
     * they were not told yet.
     */
    async begin(runnable: ReadonlyMap<string, readonly string[]>): Promise<void> {
      const told = await listen();
      for (const [name, versions] of runnable)
        if (!told.has(name) && ReleasedName.safeParse(name).success)
          await change(name, (known) => known ?? { versions: [...versions], shared: null });
    },

    /**
     * To be said before a version becomes current: whatever ends this process meanwhile, pages may run both that and
     * the one before. One that was shown earlier is gone back to, and takes the place of the last.
     * @returns to be called when it is current, which ends every share
     */
    async show({ name, version }: Version, current: string | null): Promise<() => Promise<void>> {
      let isBack = false;
      await change(name, (found) => {
        const known = found ?? only(current);
        isBack = known.versions.indexOf(version) > 0;
        return { ...known, versions: [version, ...others(known, version)] };
      });
      return () =>
        change(name, (known) => {
          if (known?.versions[0] !== version) return null;
          return { versions: [version, ...others(known, version).slice(isBack ? 1 : 0)], shared: null };
        });
    },

    /** To be said when nobody is to get the area any more. */
    hide: (name: string): Promise<void> => change(name, () => ({ versions: [], shared: null })),

    /** To be said before a part of all people gets a version. */
    share: ({ name, version }: Version, current: string | null): Promise<void> =>
      change(name, (known) => ({ ...(known ?? only(current)), shared: version })),

    /** Nobody gets it any more, unless it is current by now. */
    unshare: ({ name, version }: Version): Promise<void> =>
      change(name, (known) => (known?.shared === version ? { ...known, shared: null } : null)),
  };
}
export type ShownVersions = ReturnType<typeof shownVersions>;

/** @param current what the registry says, where nothing is known */
function only(current: string | null): Shown {
  return { versions: current === null ? [] : [current], shared: null };
}

function others({ versions }: Shown, version: string): string[] {
  return versions.filter((other) => other !== version);
}
