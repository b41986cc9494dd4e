import { migrations } from './migrations/index.ts';

/** The time in the name of the newest migration that this release knows. By it processes tell each other apart. */
const RELEASE_MARK = markOf(Object.keys(migrations).at(-1) ?? '');

/** Of every line of a process that runs the product, not of commands beside it. */
export const processLine = (what: string) => `pagecast ${what} ${RELEASE_MARK}`;

export function markOf(migration: string): string {
  return migration.slice(0, 14);
}
