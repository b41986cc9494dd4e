import type { BudgetOwner, Usage } from './graph-usage.ts';

/**
 * Background reads slow down here, and stop there: the last tenth is for publishing. In percent of Facebook's budget.
 */
const SLOW_FROM = 75;
const STOP_FROM = 90;
const SPENT = 100;
const SLOW_GAP_MS = 60_000;
/** Facebook counts over moving hours: older news says nothing. */
const FORGET_AFTER_MS = 3_600_000;
/** How long to cool down when Facebook does not say. */
const REST_MINUTES = 5;

interface Seen {
  percent: number;
  at: number;
  lastRead: number;
  cooldownUntil: number;
}

interface Options {
  /** The budget is used up: calls would be refused, and each makes the wait longer. */
  onSpent(whose: BudgetOwner, minutes: number): void;
  /** Milliseconds on a clock that is never set: set back, that of the machine would hold all of this for so long. */
  now?(): number;
}

/** How much of Facebook's call budgets is left, for pages and for apps, as far as answers to this process tell. */
export function createCallBudget({ onSpent, now = () => performance.now() }: Options) {
  const budgets = new Map<string, Seen>();

  function current(key: string): Seen | null {
    const seen = budgets.get(key);
    if (seen === undefined) return null;
    if (now() - seen.at < FORGET_AFTER_MS) return seen;
    budgets.delete(key);
    return null;
  }

  return {
    /** Takes what the headers of an answer say. */
    note({ of, id, percent, regainMinutes }: Usage): void {
      const key = keyOf({ of, id });
      if (percent < SLOW_FROM) {
        budgets.delete(key);
        return;
      }
      const { lastRead = -Infinity, cooldownUntil = -Infinity } = budgets.get(key) ?? {};
      const isNews = percent >= SPENT && now() >= cooldownUntil;
      const minutes = regainMinutes ?? REST_MINUTES;
      budgets.set(key, {
        percent,
        at: now(),
        lastRead,
        cooldownUntil: isNews ? now() + minutes * 60_000 : cooldownUntil,
      });
      if (isNews) onSpent({ of, id }, minutes);
    },

    /** Whether this app may make a read that nobody waits for, for this page, now. */
    allowsBackgroundRead(pageId: string, appId: string): boolean {
      const tight = [current(keyOf({ of: 'page', id: pageId })), current(keyOf({ of: 'app', id: appId }))].filter(
        (seen) => seen !== null,
      );
      if (tight.some((seen) => seen.percent >= STOP_FROM || now() - seen.lastRead < SLOW_GAP_MS)) return false;
      for (const seen of tight) seen.lastRead = now();
      return true;
    },
  };
}
export type CallBudget = ReturnType<typeof createCallBudget>;

function keyOf({ of, id }: BudgetOwner): string {
  return `${of} ${id}`;
}
