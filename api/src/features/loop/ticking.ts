import type { Logger } from 'pino';
import type { Holds } from '../../jobs/holds.ts';
import type { Metrics } from '../../http/metrics.ts';
import type { Job } from '../../jobs/jobs.ts';
import type { ClaimsRepository } from '../publishing/claims.repository.ts';
import type { loopClockRepository } from '../publishing/loop-clock.repository.ts';
import type { Rounds } from './rounds.ts';

interface Deps {
  readonly claims: ClaimsRepository;
  readonly clock: ReturnType<typeof loopClockRepository>;
  readonly rounds: Rounds;
  readonly holds: Holds;
  readonly metrics: Pick<Metrics, 'outcomes'>;
  readonly log: Logger;
}

/** The regular poll behind the timer and the notices: nothing that these miss waits for longer. */
export function ticking({ claims, clock, rounds, holds, metrics, log }: Deps) {
  /** A reading of `performance.now()`. */
  let lastTick: number | null = null;

  async function tick(): Promise<void> {
    // Where the clock is wrong, what looks late may not be; whoever works then has the say.
    if ((await holds.find()).length > 0) {
      lastTick = performance.now();
      return;
    }
    const gap = await clock.beat();
    if (gap !== null) log.warn(gap, gap.isLoss ? 'publish.database-lost-its-last-work' : 'publish.nobody-was-there');
    for (const { target, count } of await claims.markMissed())
      metrics.outcomes.inc({ target, outcome: 'missed' }, count);
    if (!(await rounds.pollDue())) return;
    await clock.worked();
    lastTick = performance.now();
  }

  // While a restored backup is held it finds that out, and does no more.
  const tickJob: Job = { name: 'publish-due', rule: '*/5 * * * * *', runsWhileRestored: true, run: tick };

  /** What a dead process held is taken up within seconds, long before its leases end. */
  const rescueJob: Job = {
    name: 'take-over-from-the-dead',
    rule: '*/2 * * * * *',
    async run() {
      if (await claims.expireLeasesOfTheDead()) await rounds.pollDue();
    },
  };

  return {
    tick,
    tickJob,
    jobs: [tickJob, rescueJob],
    /** Milliseconds since the loop last got through; null before it first did. */
    sinceTick: () => (lastTick === null ? null : performance.now() - lastTick),
  };
}
