import type { Metrics } from '../../http/metrics.ts';
import type { Session } from '../../http/session.ts';
import type { Hearing } from './events-of-tokens.ts';
import type { EventStream } from './stream.ts';

const STREAMS_OF_A_USER = 20;
/** A program needs one: many of them push none of its person's tabs out. */
const STREAMS_OF_A_TOKEN = 5;
/** One that had to go for a newer one comes back much later, else the two would keep ending each other. */
const PUSHED_OUT_RETRY_MS = 60_000;

export interface OpenStream {
  readonly session: Session;
  readonly stream: EventStream;
  readonly hearing: Hearing;
}

/** The streams that are open in this process, by their owner. */
export function openStreams(metrics: Pick<Metrics, 'openStreams'>) {
  const streams = new Map<string, Set<OpenStream>>();

  /** @returns false when it was removed before */
  function remove(owner: string, entry: OpenStream): boolean {
    const own = streams.get(owner);
    if (own?.delete(entry) !== true) return false;
    metrics.openStreams.dec();
    if (own.size === 0) streams.delete(owner);
    return true;
  }

  return {
    all: (): OpenStream[] => [...streams.values()].flatMap((some) => [...some]),
    of: (owner: string): OpenStream[] => [...(streams.get(owner) ?? [])],
    isEmpty: () => streams.size === 0,
    remove,

    /** The oldest of an owner or a token that has too many makes room. */
    add(owner: string, entry: OpenStream): void {
      const own = streams.get(owner) ?? new Set();
      const tokenId = entry.session.token?.id;
      const alike = [...own].filter(({ session }) => session.token?.id === tokenId);
      const [oldest] = alike;
      const most = tokenId === undefined ? STREAMS_OF_A_USER : STREAMS_OF_A_TOKEN;
      if (oldest !== undefined && alike.length >= most) {
        oldest.stream.end(PUSHED_OUT_RETRY_MS);
        remove(owner, oldest);
      }
      streams.set(owner, own.add(entry));
      metrics.openStreams.inc();
    },
  };
}
