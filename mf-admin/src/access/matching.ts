import type { AccessEntry } from '@pagecast/api/contract';

/** Entries with `wanted` in their name or Facebook ID, whatever the letter case. */
export function matching(entries: readonly AccessEntry[], wanted: string): readonly AccessEntry[] {
  const text = wanted.toLowerCase();
  return entries.filter(({ name, facebookId }) => name.toLowerCase().includes(text) || facebookId.includes(text));
}
