import type { Logger } from 'pino';
import type { Config } from '../config/config.ts';
import type { Metrics } from '../http/metrics.ts';
import { createCallBudget } from './call-budget.ts';
import { callMetrics } from './call-metrics.ts';
import { facebookAccounts } from './facebook-accounts.ts';
import type { FacebookClock } from './facebook-clock.ts';
import { graphClient } from './graph-client.ts';
import type { BudgetOwner } from './graph-usage.ts';

interface Deps {
  readonly config: Config;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly facebookClock: Pick<FacebookClock, 'note'>;
  readonly publishing: {
    readonly sendTimeoutMs: number;
    /** A call budget is used up. */
    beginCooldown(whose: BudgetOwner, minutes: number): Promise<void>;
  };
}

/** Facebook over the wire, and how much of it may still be called. */
export function createFacebook({ config, metrics, log, facebookClock, publishing }: Deps) {
  const budget = createCallBudget({ onSpent: (whose, minutes) => void publishing.beginCooldown(whose, minutes) });
  const graph = graphClient({
    base: config.FB_GRAPH_BASE,
    videoBase: config.FB_GRAPH_VIDEO_BASE,
    ruploadBase: config.FB_RUPLOAD_BASE,
    version: config.FB_GRAPH_VERSION,
    timeoutMs: publishing.sendTimeoutMs,
    onUsage: budget.note,
    onAnswer: facebookClock.note,
    onCall: callMetrics(metrics.registry),
    onOtherVersion: (asked, served) => log.warn({ asked, served }, 'facebook.serves-another-version'),
  });
  return { graph, budget, facebookAccounts: facebookAccounts(graph) };
}
export type Facebook = ReturnType<typeof createFacebook>;
