/**
 * Two posts of one page stay this far apart: closer, Facebook may take them for spam. Source: spec section 9. What
 * counts for a person comes with them, as `User.spacingMinutes`; this stands where an API says none.
 */
export const SPACING_MINUTES = 30;

/**
 * Minutes between two posts of one page, as its settings ask for them.
 * @param frequencyHours length of a cycle, hours
 * @param contentCount 0 or less falls back to the least distance
 * @param spacingMinutes the least distance. Less is returned as is: the screen warns, and the loop keeps
 * `keptIntervalMinutes`.
 * Source: spec section 9.
 */
export function intervalMinutes(frequencyHours: number, contentCount: number, spacingMinutes: number): number {
  if (contentCount <= 0) return spacingMinutes;
  return Math.round((frequencyHours * 60) / contentCount);
}

/** The same as it is kept. */
export function keptIntervalMinutes(frequencyHours: number, contentCount: number, spacingMinutes: number): number {
  return Math.max(spacingMinutes, intervalMinutes(frequencyHours, contentCount, spacingMinutes));
}

/** How many of the posts that are asked for fit into one cycle at that distance; the others are not made. */
export function postsThatFit(frequencyHours: number, contentCount: number, spacingMinutes: number): number {
  const kept = keptIntervalMinutes(frequencyHours, contentCount, spacingMinutes);
  return Math.min(contentCount, Math.ceil((frequencyHours * 60) / kept));
}
