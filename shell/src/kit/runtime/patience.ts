/**
 * How long somebody stands before an area that shows neither its screen nor why not, milliseconds: all its files, all
 * tries and the version before together. What the browser needs to draw the card comes on top, and the card is promised
 * within ten seconds.
 */
export const PATIENCE_MS = 8500;

/**
 * The share of the version that is asked for: manifest, entry, chunk and styles together. The version before has what
 * is left.
 */
export const CURRENT_VERSION_MS = 5500;

/**
 * The share of a part that comes with its first use (`lazyPart`), one try. The builds give it to the bundler's loader
 * of chunks.
 */
export const LATE_PART_MS = 6000;
