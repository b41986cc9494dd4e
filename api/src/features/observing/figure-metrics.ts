import { Gauge, Registry } from 'prom-client';
import type { Figures, Queue } from './figures.repository.ts';
import type { LatestFigures } from './latest-figures.ts';

/** What is older than this says nothing of now, and is left out. */
const SHOWN_MS = 60_000;
const STATES = ['scheduled', 'due', 'overdue', 'held', 'publishing'] as const satisfies readonly (keyof Queue)[];

/**
 * The figures of the whole product as Prometheus text. They have a registry of their own: every host tells the same, so
 * they are never added up, neither over the processes of a host nor over hosts.
 */
export function figureMetrics(figures: LatestFigures) {
  const registry = new Registry();
  const gauge = <Label extends string = never>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Gauge({ name, help, labelNames, aggregator: 'max', registers: [registry] });
  const isUp = gauge('database_figures_up', '1 where the database answered when it was last asked for these figures');
  const queue = gauge('posts_queue', 'Posts by what they wait for, at most 10,000 of each', ['state']);
  const oldest = gauge('posts_oldest_due_seconds', 'How long the oldest post waits that is due; 0 where none is');
  const unanswered = gauge(
    'posts_unanswered',
    'Posts on their way whose network did not answer, of the 1,000 that are tried next',
    ['target'],
  );
  const idle = gauge('loop_idle_seconds', 'Since a loop of any host last got through everything that was due');
  const published = gauge('posts_last_published_timestamp_seconds', 'When a page last had a post published');
  const waiting = gauge('outbox_waiting', 'What is to be told outside of the app and is not yet', ['channel']);
  const overdue = gauge('outbox_overdue_seconds', 'How long the oldest waits whose time has come; 0 where none does', [
    'channel',
  ]);

  function forget(): void {
    for (const labelled of [queue, unanswered, waiting, overdue]) labelled.reset();
    // Without labels a reset would leave a 0, which says something.
    for (const plain of [oldest, idle, published]) plain.remove();
  }

  function show({ queue: posts, ...found }: Figures): void {
    for (const state of STATES) queue.set({ state }, posts[state]);
    oldest.set(posts.oldestDueSeconds);
    for (const { target, posts: count } of found.unanswered) unanswered.set({ target }, count);
    idle.set(found.idleSeconds);
    if (found.lastPublishedAt !== null) published.set(found.lastPublishedAt.getTime() / 1000);
    for (const { channel, ...backlog } of found.outbox) {
      waiting.set({ channel }, backlog.waiting);
      overdue.set({ channel }, backlog.overdueSeconds);
    }
  }

  return {
    async text(): Promise<string> {
      const { latest, isAnswered } = await figures.find();
      isUp.set(isAnswered ? 1 : 0);
      forget();
      if (latest !== null && latest.ageMs <= SHOWN_MS) show(latest.figures);
      return registry.metrics();
    },
  };
}
