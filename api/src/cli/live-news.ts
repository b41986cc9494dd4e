import { EVENTS_PATH } from '../contract/status.ts';
import type { Client } from './client.ts';

/** The server gives a sign of life every 15 s: silence for longer means that the line is dead. */
const SILENCE_MS = 45_000;
/** What is not heard is looked for all the same, this often. */
const SELDOM_MS = 30_000;
const MOST_BYTES = 64 * 1024;

/**
 * Hears of changes while somebody waits for one. Where the server doesn't tell, or the line is lost, waiting takes as
 * long as it is asked to.
 */
export function liveNews(client: Pick<Client, 'open'>) {
  const ending = new AbortController();
  let hasNews = false;
  let isLive = false;
  let wake: () => void = () => {};

  async function listen(): Promise<void> {
    const answer = await client.open(EVENTS_PATH, ending.signal);
    if (!answer.ok || answer.body === null) return;
    const decoder = new TextDecoder();
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    let rest = '';
    for (;;) {
      const silence = setTimeout(() => ending.abort(), SILENCE_MS);
      const { done, value } = await reader.read().finally(() => clearTimeout(silence));
      if (done) return;
      const blocks = (rest + decoder.decode(value, { stream: true })).split('\n\n');
      rest = blocks.pop() ?? '';
      if (rest.length > MOST_BYTES) return;
      isLive = true;
      if (blocks.some((block) => /^data: .*"posts"/m.test(block))) hasNews = true;
      if (hasNews) wake();
    }
  }

  // One that ends is not opened again: polling finds the same, only later.
  void listen()
    .catch(() => {})
    .finally(() => {
      isLive = false;
      wake();
    });

  return {
    /** Until something changed, or it is time to look in any case. @param pollMs how long that is without news */
    async wait(pollMs: number, mostMs: number): Promise<void> {
      const until = performance.now() + mostMs;
      let hasLooked = hasNews;
      hasNews = false;
      while (!hasLooked) {
        const left = until - performance.now();
        if (left <= 0) return;
        const wasLive = isLive;
        hasLooked = await new Promise<boolean>((resolve) => {
          const timer = setTimeout(() => resolve(true), Math.min(left, wasLive ? SELDOM_MS : pollMs));
          wake = () => {
            clearTimeout(timer);
            // A line that was lost is no news: whoever waits goes on by polling.
            resolve(hasNews);
          };
        });
        hasNews = false;
      }
    },
    close: () => ending.abort(),
  };
}
