import type { BrowserContext, Page, Request } from 'playwright-core';
import { EVENTS_PATH } from '../../../api/src/contract/status.ts';

/** Longer than screens wait by themselves, as for the end of what somebody types. */
const STILL_MS = 2000;

/** Whether a page still has something to do: what is not there once it has not, does not come. */
export interface Activity {
  /** Something was done in it just now. */
  touch(): void;
  isSettled(): Promise<boolean>;
}

/** Watches what a page asks for. However slow the machine is, a page that has an answer to work through is not idle. */
export function watchActivity(context: BrowserContext, page: Page): Activity {
  const open = new Set<Request>();
  let last = performance.now();
  const note = (change: (request: Request) => void) => (request: Request) => {
    last = performance.now();
    // This one never ends.
    if (new URL(request.url()).pathname !== EVENTS_PATH) change(request);
  };
  context.on(
    'request',
    note((request) => void open.add(request)),
  );
  for (const end of ['requestfinished', 'requestfailed'] as const)
    context.on(
      end as 'requestfinished',
      note((request) => void open.delete(request)),
    );

  return {
    touch: () => void (last = performance.now()),
    async isSettled() {
      if (open.size > 0 || performance.now() - last < STILL_MS) return false;
      // Behind what it has in hand.
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
      return open.size === 0 && performance.now() - last >= STILL_MS;
    },
  };
}
