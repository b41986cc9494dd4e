import type { Logger } from 'pino';
import type { PostId } from '../contract/ids.ts';
import type { Metrics } from '../http/metrics.ts';
import { Asked, type Question } from './messages.ts';

/** The process that serves takes one that says nothing for a minute for stuck. */
const TELL_EVERY_MS = 5000;

interface Deps {
  readonly log: Logger;
  readonly metrics: Pick<Metrics, 'registry'>;
  readonly loop: {
    sinceTick(): number | null;
    publishNow(postId: PostId, waitMs: number): Promise<void>;
  };
}

/**
 * The side of the process that runs the loop for another: tells that one how it is, and does what it asks.
 * @returns tells at once how it is
 */
export function answerParent({ log, metrics, loop }: Deps): () => void {
  async function answer(ask: Question): Promise<unknown> {
    if (ask.kind === 'metrics') return metrics.registry.getMetricsAsJSON();
    await loop.publishNow(ask.postId as PostId, ask.waitMs);
    return null;
  }

  process.on('message', (message) => {
    const { data } = Asked.safeParse(message);
    if (data === undefined) return;
    answer(data.ask).then(
      (said) => send({ id: data.id, answer: said }),
      (error: unknown) => {
        log.error({ err: error, ask: data.ask.kind }, 'loop.answer-failed');
        send({ id: data.id, failed: String(error) });
      },
    );
  });
  const tell = () => send({ sinceTick: loop.sinceTick() });
  setInterval(tell, TELL_EVERY_MS).unref();
  return tell;
}

/** The other side may be gone; whoever runs us hears of that by itself. */
function send(message: unknown): void {
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}
