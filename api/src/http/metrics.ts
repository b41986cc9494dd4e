import type { Middleware } from 'koa';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * How often the event loop is looked at; its figures hold this time too. Every 10 ms, as is usual, takes a process at
 * rest a quarter percent of a core.
 */
const EVENT_LOOP_EVERY_MS = 100;

/** What this process counts, for `GET /metrics`. */
export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: EVENT_LOOP_EVERY_MS });
  const requests = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30],
    registers: [registry],
  });
  const outcomes = new Counter({
    name: 'publish_outcomes_total',
    help: 'Outcomes of publishing, by kind',
    labelNames: ['target', 'outcome'],
    registers: [registry],
  });
  const wakeLatency = new Histogram({
    name: 'publish_wake_seconds',
    help: 'From the planned instant of a post to its claim',
    buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1, 5, 30, 300],
    registers: [registry],
  });
  const publishCrashes = new Counter({
    name: 'publish_crashes_total',
    help: 'Unexpected exceptions while publishing a post',
    labelNames: ['target'],
    registers: [registry],
  });
  const texts = new Counter({
    name: 'automation_texts_total',
    help: 'Outcomes of the posts that automation planned',
    labelNames: ['end', 'reason'],
    registers: [registry],
  });
  const openStreams = new Gauge({
    name: 'event_streams_open',
    help: 'Screens connected to live updates',
    registers: [registry],
  });
  const middleware: Middleware = async (ctx, next) => {
    const began = performance.now();
    try {
      await next();
    } finally {
      // The route's template, never the path: ids would make a series each.
      const route =
        (ctx as { _matchedRoute?: string })._matchedRoute ?? (ctx.path.startsWith('/api/') ? 'unknown' : 'static');
      const labels = { method: ctx.method, route, status: String(ctx.status) };
      requests.observe(labels, (performance.now() - began) / 1000);
    }
  };
  return { registry, middleware, outcomes, wakeLatency, publishCrashes, texts, openStreams, ...ofProcess(registry) };
}
/** What is wrong with the process itself, or with what it has to share with other hosts. */
function ofProcess(registry: Registry) {
  const unhandledRejections = new Counter({
    name: 'unhandled_rejections_total',
    help: 'Unhandled rejections, each a fault to fix',
    registers: [registry],
  });
  const loopHeld = new Gauge({
    name: 'loop_held',
    help: '1 while this keeps the process from publishing',
    labelNames: ['reason'],
    // Both of two processes of one host see it.
    aggregator: 'max',
    registers: [registry],
  });
  const clockDifference = new Gauge({
    name: 'clock_difference_seconds',
    help: 'How far the clock of the database is ahead of this machine',
    registers: [registry],
  });
  const facebookClockDifference = new Gauge({
    name: 'facebook_clock_difference_seconds',
    help: 'How far the clock of Facebook is ahead of this machine',
    registers: [registry],
  });
  // Until something was heard of it: 0 would say that both agree.
  facebookClockDifference.remove();
  return { unhandledRejections, loopHeld, clockDifference, facebookClockDifference };
}
export type Metrics = ReturnType<typeof createMetrics>;
