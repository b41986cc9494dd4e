import type { Logger } from 'pino';
import type { Claim, claimsRepository } from './claims.repository.ts';

/** How many are under way at a time in one process: each is a line and a wait, and no work. */
const AT_ONCE = 32;

interface Deps {
  readonly claims: Pick<ReturnType<typeof claimsRepository>, 'claim'>;
  readonly send: (claim: Claim) => Promise<void>;
  readonly log: Logger;
}

/** Keeps as many under way as there may be, so that a slow receiver holds one place and nobody's turn. */
export function delivering({ claims, send, log }: Deps) {
  const underWay = new Set<Promise<void>>();
  let claiming: Promise<void> | null = null;
  let isAskedAgain = false;
  let isStopped = false;

  async function fill(): Promise<void> {
    while (!isStopped && underWay.size < AT_ONCE) {
      const found = await claims.claim(AT_ONCE - underWay.size);
      if (found.length === 0) return;
      for (const claim of found) start(claim);
    }
  }

  function start(claim: Claim): void {
    const run = send(claim)
      // Its lease runs out, and it is tried again: a receiver that had it knows it by its id.
      .catch((error: unknown) => log.error({ err: error, webhookId: claim.webhookId }, 'webhooks.not-settled'))
      .finally(() => {
        underWay.delete(run);
        pump();
      });
    underWay.add(run);
  }

  /** One search at a time; what ends meanwhile looks once more. */
  function pump(): void {
    if (isStopped) return;
    isAskedAgain = claiming !== null;
    claiming ??= fill()
      .catch((error: unknown) => log.error({ err: error }, 'webhooks.not-claimed'))
      .finally(() => {
        claiming = null;
        if (isAskedAgain) pump();
      });
  }

  return {
    /** Sends what is due, and does not wait for it. */
    pump,

    /** Until nothing is under way or due. */
    async settled(): Promise<void> {
      while (claiming !== null || underWay.size > 0) await Promise.all([claiming, ...underWay]);
    },

    /** Begins nothing more; what is under way ends. */
    async stop(): Promise<void> {
      isStopped = true;
      await claiming;
      await Promise.all(underWay);
    },
  };
}
