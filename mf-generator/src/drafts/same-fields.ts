import type { DraftFields } from '@pagecast/api/contract';

export function areSame(one: DraftFields, other: DraftFields): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
}

/** PostgreSQL gives fields back in another order. */
function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, ordered(part)]),
  );
}
