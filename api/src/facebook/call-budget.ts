import type { Usage } from './graph-usage.ts';

/** Background reads slow down here, and stop there: the last tenth is for publishing. In percent of Facebook's budget. */
const SLOW_FROM = 75;
const STOP_FROM = 90;
const SPENT = 100;
const SLOW_GAP_MS = 60_000;
/** Facebook counts over moving hours: older news says nothing. */
const FORGET_AFTER_MS = 3_600_000;
/** How long to rest when Facebook does not say. */
const REST_MINUTES = 5;

interface Seen { percent: number; at: number; lastRead: number }

interface Options {
  /** The budget is used up: calls would be refused, and each makes the wait longer. `pageId` is null for the app's own. */
  onSpent(pageId: string | null, minutes: number): void;
  now?(): number;
}

/** How much of Facebook's call budgets is left, for pages and for the app, as far as answers to this process tell. */
export function createCallBudget({ onSpent, now = Date.now }: Options) {
  const budgets = new Map<string | null, Seen>();

  function current(pageId: string | null): Seen | null {
    const seen = budgets.get(pageId);
    if (seen === undefined) return null;
    if (now() - seen.at < FORGET_AFTER_MS) return seen;
    budgets.delete(pageId);
    return null;
  }

  return {
    /** Takes what the headers of an answer say. */
    note({ pageId, percent, regainMinutes }: Usage): void {
      const wasSpent = (current(pageId)?.percent ?? 0) >= SPENT;
      if (percent < SLOW_FROM) {
        budgets.delete(pageId);
        return;
      }
      budgets.set(pageId, { percent, at: now(), lastRead: budgets.get(pageId)?.lastRead ?? 0 });
      if (percent >= SPENT && !wasSpent) onSpent(pageId, regainMinutes ?? REST_MINUTES);
    },

    /** Whether a read that nobody waits for may be made for this page now. */
    allowsBackgroundRead(pageId: string): boolean {
      const tight = [current(pageId), current(null)].filter((seen) => seen !== null);
      if (tight.some((seen) => seen.percent >= STOP_FROM || now() - seen.lastRead < SLOW_GAP_MS)) return false;
      for (const seen of tight) seen.lastRead = now();
      return true;
    },
  };
}
export type CallBudget = ReturnType<typeof createCallBudget>;
