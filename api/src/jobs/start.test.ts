import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Registry } from 'prom-client';
import { createLogger } from '../http/logging.ts';
import { jobMetrics } from './job-metrics.ts';
import { startJobs } from './start.ts';

const logged: string[] = [];
const log = createLogger(
  { LOG_LEVEL: 'info' },
  {
    write: (line) => {
      logged.push(line);
    },
  },
);
let clock: ReturnType<typeof startJobs> | null = null;
let mayRun = true;
let registry = new Registry();
beforeEach(() => {
  registry = new Registry();
  vi.useFakeTimers({ now: new Date('2026-03-05T10:00:00.500Z') });
});
afterEach(async () => {
  await clock?.stop();
  mayRun = true;
  vi.useRealTimers();
  logged.length = 0;
});

const everySecond = (run: (now: Date) => Promise<void>) => {
  clock = startJobs([{ name: 'tick', rule: '* * * * * *', run }], log, {
    now: async () => new Date(),
    mayRun: async () => mayRun,
    metrics: jobMetrics(registry),
  });
};

/** A job whose every run lasts until it is ended. */
function untilEnded() {
  const job = { runs: 0, end: () => {} };
  everySecond(() => {
    job.runs += 1;
    return new Promise((resolve) => {
      job.end = resolve;
    });
  });
  return job;
}

test('a job runs by its rule and is told when', async () => {
  const runs: string[] = [];
  everySecond(async (now) => {
    runs.push(now.toISOString());
  });
  await vi.advanceTimersByTimeAsync(2000);
  expect(runs).toEqual(['2026-03-05T10:00:01.000Z', '2026-03-05T10:00:02.000Z']);
});

test('no job runs on a database that is not as this release needs it', async () => {
  let runs = 0;
  mayRun = false;
  everySecond(async () => {
    runs += 1;
  });
  await vi.advanceTimersByTimeAsync(2000);
  expect(runs).toBe(0);
  mayRun = true;
  await vi.advanceTimersByTimeAsync(1000);
  expect(runs).toBe(1);
});

test('a run that would overlap itself is left out', async () => {
  const job = untilEnded();
  await vi.advanceTimersByTimeAsync(3000);
  expect(job.runs).toBe(1);
  job.end();
  await vi.advanceTimersByTimeAsync(1000);
  expect(job.runs).toBe(2);
  job.end();
});

test('a failure is logged, and the next run comes', async () => {
  let runs = 0;
  everySecond(async () => {
    runs += 1;
    throw new Error('no database');
  });
  await vi.advanceTimersByTimeAsync(2000);
  expect(runs).toBe(2);
  expect(logged.join()).toContain('no database');
  expect(logged.map((line) => JSON.parse(line) as { msg: string; job: string })).toMatchObject([
    { msg: 'job.failed', job: 'tick' },
    { msg: 'job.failed', job: 'tick' },
  ]);
});

test('a stop waits for what is under way and starts nothing more', async () => {
  const job = untilEnded();
  await vi.advanceTimersByTimeAsync(1000);
  let isStopped = false;
  const stopping = clock?.stop().then(() => {
    isStopped = true;
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect([job.runs, isStopped]).toEqual([1, false]);
  job.end();
  await stopping;
  expect([job.runs, isStopped]).toEqual([1, true]);
});

test.each([-3_600_000, 3_600_000])(
  'a clock that is set by %i ms neither stops the runs nor makes up for any',
  async (ms) => {
    let runs = 0;
    everySecond(async () => {
      runs += 1;
    });
    await vi.advanceTimersByTimeAsync(3000);
    vi.setSystemTime(Date.now() + ms);
    await vi.advanceTimersByTimeAsync(5000);
    expect(runs).toBeGreaterThanOrEqual(5);
    expect(runs).toBeLessThanOrEqual(12);
  },
);

test('metrics tell what came of each run, and how late and how long it was', async () => {
  const runs = async (outcome: string) => {
    const found = /^job_runs_total\{name="tick",outcome="(\w+)"\} (\d+)$/gm;
    return Number([...(await registry.metrics()).matchAll(found)].find(([, name]) => name === outcome)?.[2] ?? 0);
  };
  const job = untilEnded();
  await vi.advanceTimersByTimeAsync(3000);
  job.end();
  await vi.advanceTimersByTimeAsync(400);
  expect([await runs('done'), await runs('skipped'), await runs('failed')]).toEqual([1, 2, 0]);
  expect(await registry.metrics()).toMatch(/^job_run_seconds_bucket\{le="1",name="tick"\} 0$/m);
  expect(await registry.metrics()).toMatch(/^job_lag_seconds\{name="tick"\} 0(\.\d+)?$/m);
  mayRun = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect(await runs('held')).toBe(1);
});
