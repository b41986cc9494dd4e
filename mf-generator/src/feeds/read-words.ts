const MOST = 20;
const LENGTH = 60;

/** Words that are separated by commas or lines; each once. */
export function readWords(typed: string): string[] {
  const words = typed
    .split(/[,\n]/)
    .map((word) => word.trim().slice(0, LENGTH).trim())
    .filter((word) => word !== '');
  return [...new Set(words)].slice(0, MOST);
}
