import type { Change } from '@pagecast/api/contract';
import type { QueryClient } from '@tanstack/react-query';
import { applyChange } from './apply-change.ts';
import { shareAmongTabs } from './share-among-tabs.ts';

/** How long the server may be away before that is told: a restart takes a few seconds. */
export const PATIENCE_MS = 20_000;
/** A rush of changes is taken in together. The first one is taken in at once. */
const GATHER_MS = 500;

/** What the server says of changes that this screen did not make, brought into the cache. One for the page. */
export function liveChanges(client: QueryClient) {
  let leave: (() => void) | null = null;
  let isWanted = false;
  let isOverdue = false;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  const gathered = new Set<Change['families'][number]>();
  const listeners = new Set<() => void>();

  const setOverdue = (next: boolean) => {
    if (next === isOverdue) return;
    isOverdue = next;
    for (const listener of listeners) listener();
  };
  const probe = () => applyChange(client, ['status']);
  const takeIn = () => {
    gathering = undefined;
    if (gathered.size === 0) return;
    applyChange(client, [...gathered]);
    gathered.clear();
    gathering = setTimeout(takeIn, GATHER_MS);
  };
  const stop = () => {
    leave?.();
    leave = null;
    isWanted = false;
    clearTimeout(patience);
    clearTimeout(gathering);
    [patience, gathering] = [undefined, undefined];
    gathered.clear();
    setOverdue(false);
  };

  const begin = () => {
    leave ??= shareAmongTabs({
      onChange(families) {
        for (const family of families) gathered.add(family);
        if (gathering === undefined) takeIn();
      },
      onConnection(isConnected) {
        if (isConnected) {
          clearTimeout(patience);
          patience = undefined;
          setOverdue(false);
        } else {
          patience ??= setTimeout(() => {
            setOverdue(true);
            probe();
          }, PATIENCE_MS);
        }
      },
      onRefusal() {
        // Nobody is logged in, and the lock is needed by a tab where somebody is.
        if (!isWanted) stop();
        // Why it was refused cannot be seen; an ordinary call tells, and a 401 to it ends the session.
        else probe();
        return isWanted;
      },
    });
  };

  return {
    /**
     * Before it is known whether anybody is logged in: what the screens then read was read after the stream began, and
     * need not be read again.
     */
    begin,
    /** For as long as somebody is logged in. */
    want(): () => void {
      isWanted = true;
      begin();
      return stop;
    },
    /** True once nothing was heard of the server for longer than a restart takes. */
    isOverdue: () => isOverdue,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
export type LiveChanges = ReturnType<typeof liveChanges>;
