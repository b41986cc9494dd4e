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
  const probe = () => applyChange(client, ['status']);
  const gathering = gatherChanges((families) => applyChange(client, families));
  const absence = watchAbsence(probe);

  const stop = () => {
    leave?.();
    leave = null;
    isWanted = false;
    gathering.drop();
    absence.end();
  };

  const begin = () => {
    leave ??= shareAmongTabs({
      onChange: gathering.add,
      onConnection: (isConnected) => (isConnected ? absence.end() : absence.begin()),
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
    isOverdue: absence.isOverdue,
    subscribe: absence.subscribe,
  };
}
export type LiveChanges = ReturnType<typeof liveChanges>;

type Families = Change['families'];

/** Takes in the first change at once, and what comes in a rush after it together. */
function gatherChanges(takeIn: (families: Families) => void) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const gathered = new Set<Families[number]>();
  const flush = () => {
    timer = undefined;
    if (gathered.size === 0) return;
    takeIn([...gathered]);
    gathered.clear();
    timer = setTimeout(flush, GATHER_MS);
  };
  return {
    add(families: Families): void {
      for (const family of families) gathered.add(family);
      if (timer === undefined) flush();
    },
    drop(): void {
      clearTimeout(timer);
      timer = undefined;
      gathered.clear();
    },
  };
}

/** Whether the server has been away for longer than a restart takes; whoever subscribes hears of each change. */
function watchAbsence(onOverdue: () => void) {
  let overdue = false;
  let patience: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const setOverdue = (next: boolean) => {
    if (next === overdue) return;
    overdue = next;
    for (const listener of listeners) listener();
  };
  return {
    isOverdue: () => overdue,
    begin(): void {
      patience ??= setTimeout(() => {
        setOverdue(true);
        onOverdue();
      }, PATIENCE_MS);
    },
    end(): void {
      clearTimeout(patience);
      patience = undefined;
      setOverdue(false);
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
