import { randomBytes } from 'node:crypto';
import { LIVE_FAMILIES, type LiveFamily } from '../../contract/status.ts';

/** Who was away for longer takes everything for changed. */
const KEEP_MS = 5 * 60_000;
/** A page reads its data some time before its stream stands: changes in between are told as well. */
const PAGE_LOAD_MS = 30_000;

interface Mark {
  readonly number: number;
  readonly at: number;
}

/**
 * Remembers which families changed lately, and of whom, so that a stream that begins or comes back is told what it
 * missed and no more.
 * Ids name a place in what this process heard since its line to the database stood; nothing is known of any other.
 * @param now milliseconds on a clock that never goes back
 */
export function recentChanges(now: () => number = () => performance.now()) {
  const changes = new Map<string, Map<LiveFamily, Mark>>();
  let epoch = randomBytes(9).toString('base64url');
  let startedAt = now();
  let counter = 0;
  let forgotten = 0;

  function changedOf(keys: readonly string[], isMissed: (mark: Mark) => boolean): LiveFamily[] {
    return LIVE_FAMILIES.filter((family) =>
      keys.some((key) => {
        const mark = changes.get(key)?.get(family);
        return mark !== undefined && isMissed(mark);
      }),
    );
  }

  return {
    /** The id of this moment: everything so far has been told. */
    id: () => `${epoch}.${counter}`,

    /** @param key whose families these are */
    note(key: string, families: readonly LiveFamily[]): void {
      counter += 1;
      const marks = changes.get(key) ?? new Map<LiveFamily, Mark>();
      changes.set(key, marks);
      for (const family of families) marks.set(family, { number: counter, at: now() });
    },

    /** What one of these keys missed since `id`; without an id, since its page began to load. */
    missed(keys: readonly string[], id: string | null): readonly LiveFamily[] {
      if (id === null || id === '') {
        const since = now() - PAGE_LOAD_MS;
        return startedAt > since ? LIVE_FAMILIES : changedOf(keys, ({ at }) => at >= since);
      }
      const [of, number] = id.split('.');
      const seen = Number(number);
      if (of !== epoch || !(seen >= forgotten && seen <= counter)) return LIVE_FAMILIES;
      return changedOf(keys, (mark) => mark.number > seen);
    },

    forgetOld(): void {
      const before = now() - KEEP_MS;
      for (const [key, marks] of changes) {
        for (const [family, { number, at }] of marks) {
          if (at >= before) continue;
          marks.delete(family);
          forgotten = Math.max(forgotten, number);
        }
        if (marks.size === 0) changes.delete(key);
      }
    },

    /** Nothing that was told before is worth anything: something may have gone unheard. */
    startOver(): void {
      changes.clear();
      epoch = randomBytes(9).toString('base64url');
      [startedAt, counter, forgotten] = [now(), 0, 0];
    },
  };
}
export type RecentChanges = ReturnType<typeof recentChanges>;
