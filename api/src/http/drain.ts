import type { Server } from 'node:http';

const POLL_MS = 50;

/**
 * The time in which a process that is about to end still serves, so that those who send people here see that it is not
 * ready, and send them elsewhere. Nobody is waited for whom there is no sign of: it is over once there was no request
 * for as long as it lasts, be it before.
 */
export function draining(server: Server, drainMs: number) {
  let lastRequest = -Infinity;
  let isDraining = false;
  // Before the answer begins: who keeps connections opens the next one elsewhere.
  server.prependListener('request', (_request, response) => {
    lastRequest = performance.now();
    if (isDraining) response.setHeader('connection', 'close');
  });

  return {
    /** @param isCut ends it early */
    async drain(isCut: () => boolean): Promise<void> {
      isDraining = true;
      const until = performance.now() + drainMs;
      while (!isCut() && performance.now() < Math.min(until, lastRequest + drainMs)) await pause();
    },
  };
}

const pause = () =>
  new Promise((resolve) => {
    setTimeout(resolve, POLL_MS);
  });
