import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { LIVE_FAMILIES, type LiveFamily } from '../../contract/status.ts';
import { notifyOfPending } from './pending-changes.repository.ts';

/** Moves of the loop that come close together go into one notice. */
const GATHER_MS = 100;

/** A trigger's notice to everybody of one kind: `family,family`. */
export function readFamilies(payload: string): LiveFamily[] {
  const named = payload.split(',');
  return LIVE_FAMILIES.filter((family) => named.includes(family));
}

/**
 * A trigger's notice: `user:environment:family,family`. Null when it is from another version and says nothing to us.
 */
export function readNotice(payload: string): { owner: string; families: LiveFamily[] } | null {
  const [, owner, named] = /^(\d+:\w+):([\w,]+)$/.exec(payload) ?? [];
  if (owner === undefined || named === undefined) return null;
  const families = readFamilies(named);
  return families.length === 0 ? null : { owner, families };
}

/**
 * Notifies of what the loop moved. Its transactions only leave a pending line, since those that notify would commit one
 * at a time; what a process that died left pending, the next one takes.
 */
export function changeNotifier({ db, log }: { db: Knex; log: Logger }) {
  let running: Promise<void> | null = null;
  let isWanted = false;

  async function notify(): Promise<void> {
    await notifyOfPending(db);
  }

  async function notifySoon(): Promise<void> {
    while (isWanted) {
      await sleep(GATHER_MS);
      isWanted = false;
      await notify();
    }
  }

  return {
    /** Something has moved: notifies in a moment, also of what moves until then. */
    soon(): void {
      isWanted = true;
      running ??= notifySoon()
        // The next run notifies of it.
        .catch((error: unknown) => log.warn({ err: error }, 'changes.not-notified'))
        .finally(() => {
          running = null;
        });
    },

    /** Notifies of what is pending. */
    notify,

    /** Resolves when nothing is pending. */
    settled: async () => {
      await running;
    },
  };
}
