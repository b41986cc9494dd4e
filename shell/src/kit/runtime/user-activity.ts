/** After this long without a touch, what a screen reads by itself no longer speaks for a person. */
const ACTIVE_MS = 5 * 60_000;

let lastTouch = Date.now();

if (typeof window !== 'undefined') {
  const note = () => {
    lastTouch = Date.now();
  };
  for (const kind of ['pointerdown', 'keydown', 'wheel', 'touchstart'] as const)
    window.addEventListener(kind, note, { passive: true, capture: true });
}

/** Somebody touched this page within the last minutes; a screen left open reads on without anybody. */
export function isUserActive(): boolean {
  return Date.now() - lastTouch < ACTIVE_MS;
}
