import { setTimeout as sleep } from 'node:timers/promises';
import type { Knex } from 'knex';
import type { Logger } from 'pino';
import { LIVE_FAMILIES, type LiveFamily } from '../../contract/status.ts';
import { prepared } from '../../db/database.ts';

export const CHANGES_CHANNEL = 'changes';
/** Moves of the loop that come close together are told together. */
const GATHER_MS = 100;

const TELL = `
  with told as (delete from untold_changes returning user_id, environment, families)
  select pg_notify('${CHANGES_CHANNEL}', user_id || ':' || environment || ':' || families)
  from (select distinct user_id, environment, families from told) t`;

/** What a trigger tells everybody of one kind: `family,family`. */
export function readFamilies(payload: string): LiveFamily[] {
  const named = payload.split(',');
  return LIVE_FAMILIES.filter((family) => named.includes(family));
}

/** What a trigger tells: `user:environment:family,family`. Null when it is from another version and says nothing to us. */
export function readNotice(payload: string): { owner: string; families: LiveFamily[] } | null {
  const [, owner, named] = /^(\d+:\w+):([\w,]+)$/.exec(payload) ?? [];
  if (owner === undefined || named === undefined) return null;
  const families = readFamilies(named);
  return families.length === 0 ? null : { owner, families };
}

/**
 * Tells what the loop moved. Its transactions only leave a line, since those that notify would commit one at a time;
 * what a process that died did not tell is told by the next one that looks.
 */
export function changeTeller({ db, log }: { db: Knex; log: Logger }) {
  let telling: Promise<void> | null = null;
  let isWanted = false;

  async function tell(): Promise<void> {
    await prepared(db, 'tell_changes', TELL, []);
  }

  async function tellSoon(): Promise<void> {
    while (isWanted) {
      await sleep(GATHER_MS);
      isWanted = false;
      await tell();
    }
  }

  return {
    /** Something has moved: tells it in a moment, with what moves until then. */
    soon(): void {
      isWanted = true;
      telling ??= tellSoon()
        // The next look tells it.
        .catch((error: unknown) => log.warn({ err: error }, 'changes.not-told'))
        .finally(() => {
          telling = null;
        });
    },

    /** Tells what is left. */
    tell,

    /** Resolves when nothing waits to be told. */
    settled: async () => {
      await telling;
    },
  };
}
