const LONGEST = 500;

/** Words for whatever was thrown. Areas may throw anything, and not all of it can be asked for words. */
export function wordsOf(thrown: unknown): string {
  try {
    return String(thrown).slice(0, LONGEST);
  } catch {
    return 'Something that has no words';
  }
}
