/** No later than this, whatever the page is busy with. */
const LATEST_MS = 1500;

/** By now an area that has just appeared has asked for its data, which goes first. */
const HEAD_START_MS = 1000;

/** Resolves when the browser has nothing more urgent to do. */
export function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(() => {
      if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: LATEST_MS });
      else resolve();
    }, HEAD_START_MS);
  });
}
