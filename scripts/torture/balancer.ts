import { setTimeout as sleep } from 'node:timers/promises';
import type { Api } from './world.ts';

const CHECK_EVERY_MS = 100;
const CALL_TIMEOUT_MS = 60_000;

export interface Failure {
  readonly api: string;
  readonly what: string;
  /** In the lines of its log; null where nobody answered. */
  readonly requestId: string | null;
  /** The process answered that its database takes too long, as it may on a busy machine. */
  readonly isSlowDatabase: boolean;
}

/** Sends each call to the next process that says it is ready, as a balancer in front of them would. */
export function startBalancer() {
  const ready = new Map<Api, boolean>();
  const underWay = new Map<Api, number>();
  const failures: Failure[] = [];
  let calls = 0;
  let turn = 0;
  let isOver = false;

  async function check(api: Api): Promise<void> {
    while (!isOver && ready.has(api)) {
      const answer = await fetch(`${api.url}/readyz`).catch(() => null);
      await answer?.arrayBuffer().catch(() => null);
      if (ready.has(api)) ready.set(api, answer?.ok === true);
      await sleep(CHECK_EVERY_MS);
    }
  }

  async function next(): Promise<Api> {
    for (;;) {
      const open = [...ready].filter(([, isReady]) => isReady).map(([api]) => api);
      const api = open[turn++ % Math.max(1, open.length)];
      if (api !== undefined) return api;
      await sleep(CHECK_EVERY_MS);
    }
  }

  return {
    failures,
    calls: () => calls,
    isReady: (api: Api) => ready.get(api) === true,
    add(api: Api): void {
      ready.set(api, false);
      void check(api);
    },
    remove: (api: Api) => ready.delete(api),
    /** Calls that this process has not answered yet. */
    underWay: (api: Api) => underWay.get(api) ?? 0,

    /** @returns null where nobody answered, or with a failure of the process: that is counted */
    async call(path: string, init: RequestInit): Promise<{ status: number; body: unknown } | null> {
      const api = await next();
      calls += 1;
      underWay.set(api, (underWay.get(api) ?? 0) + 1);
      try {
        const answer = await fetch(`${api.url}${path}`, { ...init, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) });
        const body = (await answer.json()) as { code?: string };
        if (answer.status < 500) return { status: answer.status, body };
        const what = `${path}: ${answer.status} ${JSON.stringify(body)}`;
        const requestId = answer.headers.get('x-request-id');
        const isSlowDatabase = answer.status === 503 && body.code !== 'not_ready';
        failures.push({ api: api.name, what, requestId, isSlowDatabase });
      } catch (error) {
        const what = `${path}: ${String(error)} ${String((error as Error).cause ?? '')}`;
        failures.push({ api: api.name, what, requestId: null, isSlowDatabase: false });
      } finally {
        underWay.set(api, (underWay.get(api) ?? 1) - 1);
      }
      return null;
    },

    stop(): void {
      isOver = true;
    },
  };
}
export type Balancer = ReturnType<typeof startBalancer>;
