import type { OpenArea } from './left-open.ts';

const KEY = 'pagecast.left-by-itself';
/** A page may well be left by itself now and then, such as after an answer that takes it elsewhere. */
const MOST_LEAVINGS = 2;
const WITHIN_MS = 30_000;

interface Page {
  /** Not in every browser yet. */
  readonly navigation: EventTarget | undefined;
  /** What is on the screen. */
  openArea(): OpenArea | null;
  /** Somebody has pressed something a moment ago. */
  isPressed(): boolean;
  /** Hears of an area that led its page round. */
  onCircle(area: OpenArea): void;
}

/**
 * An area that leads its page elsewhere as it opens does so in each page that comes then: nobody would get out of that
 * by a press, and of an area at the first address nobody would get in. The third time within half a minute that a page
 * is to be left though nobody pressed anything, it stays.
 */
export function stopPageCircles({ navigation, openArea, isPressed, onCircle }: Page): void {
  navigation?.addEventListener('navigate', (given) => {
    const event = given as NavigateEvent;
    const area = openArea();
    const isOfScript = !event.userInitiated && event.cancelable && !event.defaultPrevented;
    if (area === null || !isOfScript || event.destination.sameDocument || event.hashChange || isPressed()) return;
    // A download leaves the page where it is.
    if (event.downloadRequest !== null) return;
    const now = Date.now();
    const recent = readLeavings().filter((at) => now - at < WITHIN_MS);
    if (recent.length < MOST_LEAVINGS) return keepLeavings([...recent, now]);
    event.preventDefault();
    onCircle(area);
  });
}

function readLeavings(): number[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(kept) ? kept.filter((at) => typeof at === 'number') : [];
  } catch {
    // Without storage nothing was kept.
    return [];
  }
}

function keepLeavings(times: readonly number[]): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(times));
  } catch {
    // Likewise.
  }
}
