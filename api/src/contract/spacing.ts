/** Two posts of one page stay this far apart: closer, Facebook may take them for spam. Source: spec section 9. */
export const SPACING_MINUTES = 30;

/**
 * Minutes between two posts of one page, as its settings ask for them.
 * @param frequencyHours length of a cycle, hours
 * @param contentCount 0 or less falls back to the least distance
 * Source: spec section 9. Less than `SPACING_MINUTES` is returned as is: the screen warns, and the loop keeps
 * `spacingMinutes`.
 */
export function intervalMinutes(frequencyHours: number, contentCount: number): number {
  if (contentCount <= 0) return SPACING_MINUTES;
  return Math.round((frequencyHours * 60) / contentCount);
}

/** The same as it is kept. */
export function spacingMinutes(frequencyHours: number, contentCount: number): number {
  return Math.max(SPACING_MINUTES, intervalMinutes(frequencyHours, contentCount));
}

/** How many of the posts that are asked for fit into one cycle at that distance; the others are not made. */
export function postsThatFit(frequencyHours: number, contentCount: number): number {
  return Math.min(contentCount, Math.ceil((frequencyHours * 60) / spacingMinutes(frequencyHours, contentCount)));
}
