import { setTimeout as sleep } from 'node:timers/promises';
import { ALIVE_EVENT, EVENTS_PATH } from '../../api/src/contract/status.ts';

/** As a browser waits that was told nothing else. */
const RETRY_MS = 3000;

/** Open screens, which come back by themselves when their line ends, as a browser brings them back. */
export function openScreens(url: string, cookie: string, count: number) {
  const over = new AbortController();
  /** When each last became live, by `performance.now()`; null while it is not. */
  const liveSince: (number | null)[] = Array.from({ length: count }, () => null);
  const gaps: number[] = [];
  let refusals = 0;

  async function screen(n: number): Promise<void> {
    let [retryMs, lostAt] = [RETRY_MS, performance.now()];
    while (!over.signal.aborted) {
      await listen(n, {
        retry: (ms) => {
          retryMs = ms;
        },
        live: () => {
          gaps.push(performance.now() - lostAt);
        },
      }).catch(() => {});
      if (liveSince[n] !== null) lostAt = performance.now();
      liveSince[n] = null;
      await sleep(retryMs, null, { signal: over.signal }).catch(() => {});
    }
  }

  async function listen(n: number, heard: { retry(ms: number): void; live(): void }): Promise<void> {
    const { body, status } = await fetch(`${url}${EVENTS_PATH}`, { headers: { cookie }, signal: over.signal });
    if (status !== 200 || body === null) {
      refusals += 1;
      return body?.cancel();
    }
    for await (const text of body.pipeThrough(new TextDecoderStream())) {
      const retry = /^retry: ?(\d+)/m.exec(text);
      if (retry !== null) heard.retry(Number(retry[1]));
      if (liveSince[n] !== null || !text.includes(ALIVE_EVENT)) continue;
      liveSince[n] = performance.now();
      heard.live();
    }
  }

  const all = liveSince.map((_, n) => screen(n));
  const areLive = () => liveSince.every((since) => since !== null);
  return {
    areLive,

    /** Answers that were no stream. */
    refusals: () => refusals,
    /** Seconds for which one was away, of all since this was last asked. */
    longestGap: () => Math.max(0, ...gaps.splice(0)) / 1000,

    /** Seconds from `began` until all are live again that were not at some time since; null after `withinMs`. */
    async backAfter(began: number, withinMs: number): Promise<number | null> {
      const [known, until] = [gaps.length, performance.now() + withinMs];
      // Those whose line has just died do not know yet.
      while (performance.now() < until && !(gaps.length > known && areLive())) await sleep(20);
      const last = Math.max(...liveSince.map((since) => since ?? Infinity));
      return gaps.length > known && areLive() ? (last - began) / 1000 : null;
    },

    async close(): Promise<void> {
      over.abort();
      await Promise.all(all);
    },
  };
}
export type Screens = ReturnType<typeof openScreens>;
