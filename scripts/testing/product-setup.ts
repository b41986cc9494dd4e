import { findBrowser } from '../browser.ts';
import { ensureBuilt } from '../build.ts';

/** What journeys need before the first one starts: the built front end, and an unpacked browser. */
export async function setup(): Promise<void> {
  await Promise.all([ensureBuilt(), findBrowser()]);
}
